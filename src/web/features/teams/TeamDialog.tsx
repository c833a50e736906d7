import { useState } from 'react'
import type { DataOf } from '#shared/api/contract.ts'
import type { FieldProblem } from '#shared/api/errors.ts'
import { emailProblem } from '#shared/rules/email.ts'
import {
  BUDGET_MAX,
  cleanTeamName,
  GIVEN_ROLES,
  TEAM_NAME_MAX,
  teamNameProblem,
} from '#shared/rules/teams.ts'
import { LocalInbox } from '#web/features/accounts/LocalInbox.tsx'
import { call } from '#web/kit/api/call.ts'
import { currentTeam, enterSession, useSession } from '#web/kit/api/session.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { EmailField, Field, Form, Select } from '#web/kit/components/forms.tsx'
import { Actions, Lead, Note, Stack } from '#web/kit/components/layout.tsx'
import { useForm } from '#web/kit/components/use-form.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'
import { useTeamAction } from './use-team-action.ts'

export type Team = DataOf<'GET /teams/{teamId}'>
type Member = Team['members'][number]
type GivenRole = (typeof GIVEN_ROLES)[number]

/** What is being changed of a team. */
export type TeamQuestion =
  | { readonly kind: 'invite' | 'rename' | 'leave' | 'handOver' | 'delete' }
  | { readonly kind: 'member'; readonly member: Member }

interface TeamDialogProps {
  readonly team: Team
  /** Null shows nothing. */
  readonly question: TeamQuestion | null
  readonly onClose: () => void
}

/** Where a team is changed: one dialog, whose content is the question. */
export function TeamDialog({ team, question, onClose }: TeamDialogProps) {
  const { common, teams } = useTexts()
  const texts = teams.team
  // The content stays while the dialog leaves.
  const [last, setLast] = useState(question)
  if (question !== null && question !== last) setLast(question)
  const title = {
    invite: texts.invite,
    rename: texts.rename,
    leave: texts.leaveTitle(team.name),
    handOver: texts.handOver,
    delete: texts.deleteTitle(team.name),
    member: last?.kind === 'member' ? last.member.name : '',
  }
  const isForm = last?.kind !== 'leave' && last?.kind !== 'delete'
  return (
    <Dialog
      title={last === null ? '' : title[last.kind]}
      closeLabel={common.close}
      isOpen={question !== null}
      onClose={onClose}
      place={isForm ? 'side' : 'middle'}
    >
      <>
        {last?.kind === 'invite' && <InviteForm team={team} onClose={onClose} />}
        {last?.kind === 'rename' && <RenameForm team={team} onClose={onClose} />}
        {last?.kind === 'member' && <MemberForm team={team} member={last.member} onClose={onClose} />}
        {last?.kind === 'leave' && <Leaving team={team} onClose={onClose} />}
        {last?.kind === 'handOver' && <HandingOver team={team} onClose={onClose} />}
        {last?.kind === 'delete' && <Deleting team={team} onClose={onClose} />}
      </>
    </Dialog>
  )
}

interface PartProps {
  readonly team: Team
  readonly onClose: () => void
}

function budgetProblem(typed: string): FieldProblem | null {
  const isNumber = /^\d*$/.test(typed.trim())
  return isNumber && Number(typed) <= BUDGET_MAX ? null : 'invalid'
}

/** Null: no limit. */
function budgetOf(typed: string): number | null {
  return typed.trim() === '' ? null : Number(typed)
}

function InviteForm({ team: { teamId }, onClose }: PartProps) {
  const { accounts, fieldProblems, teams } = useTexts()
  const texts = teams.team
  const [role, setRole] = useState<GivenRole>('buyer')
  const { isPending, error, mutate } = useTeamAction({
    mutationFn: (given: { readonly email: string; readonly budget: string }) =>
      call('POST /teams/{teamId}/invitations', {
        params: { teamId },
        body: { email: given.email.trim(), role, budget: budgetOf(given.budget) },
        handles: ['too_many_requests'],
      }),
    success: (_, { email }) => texts.invited(email.trim()),
    failure: texts.inviteFailed,
    onDone: onClose,
  })
  const refused = error?.fields['email']
  const { form, field } = useForm({
    initial: { email: '', budget: '' },
    rules: { email: (typed) => emailProblem(typed.trim()), budget: budgetProblem },
    refused: { email: refused === undefined ? null : fieldProblems[refused] },
    isBusy: isPending,
    onSubmit: mutate,
  })
  return (
    <Form {...form}>
      <Lead>{texts.inviteText}</Lead>
      <EmailField label={accounts.email} autoComplete="off" {...field('email')} />
      <RoleSelect role={role} onChange={setRole} />
      <BudgetField {...field('budget')} />
      <Submit label={texts.inviteButton} isBusy={isPending} />
    </Form>
  )
}

interface MemberFormProps extends PartProps {
  readonly member: Member
}

/** The owner's role goes over only with the team. */
function MemberForm({ team: { teamId }, member, onClose }: MemberFormProps) {
  const texts = useTexts().teams.team
  const { memberId, name, isSelf } = member
  const [role, setRole] = useState(member.role)
  const isOwner = member.role === 'owner'
  const params = { teamId, memberId }
  const { isPending, mutate } = useTeamAction({
    mutationFn: ({ budget }: { readonly budget: string }) =>
      call('PUT /teams/{teamId}/members/{memberId}', {
        params,
        body: { budget: budgetOf(budget), ...(role !== 'owner' && { role }) },
      }),
    success: texts.saved,
    failure: texts.saveFailed,
    onDone: onClose,
  })
  const removal = useTeamAction({
    mutationFn: () => call('DELETE /teams/{teamId}/members/{memberId}', { params }),
    success: texts.removed(name),
    failure: texts.removeFailed,
    onDone: onClose,
  })
  const { form, field } = useForm({
    initial: { budget: member.budget === null ? '' : String(member.budget) },
    rules: { budget: budgetProblem },
    isBusy: isPending,
    onSubmit: mutate,
  })
  return (
    <Stack gap={6}>
      <Form {...form}>
        {role !== 'owner' && <RoleSelect role={role} onChange={setRole} />}
        <BudgetField {...field('budget')} />
        <Submit label={texts.save} isBusy={isPending} />
      </Form>
      {!isOwner && !isSelf && (
        <Stack gap={3}>
          <Note>{texts.removeText}</Note>
          <Actions>
            <Button icon="bin" isBusy={removal.isPending} onClick={() => removal.mutate()}>
              {texts.remove}
            </Button>
          </Actions>
        </Stack>
      )}
    </Stack>
  )
}

function RenameForm({ team: { teamId, name }, onClose }: PartProps) {
  const { fieldProblems, teams } = useTexts()
  const texts = teams.team
  const { isPending, error, mutate } = useTeamAction({
    mutationFn: (given: { readonly name: string }) =>
      call('PUT /teams/{teamId}', { params: { teamId }, body: given }),
    success: texts.renamed,
    failure: texts.renameFailed,
    onDone: onClose,
  })
  const refused = error?.fields['name']
  const { form, field } = useForm({
    initial: { name },
    rules: { name: (typed) => teamNameProblem(cleanTeamName(typed)) },
    refused: { name: refused === undefined ? null : fieldProblems[refused] },
    isBusy: isPending,
    onSubmit: mutate,
  })
  return (
    <Form {...form}>
      <Field label={teams.name} autoComplete="off" maxLength={TEAM_NAME_MAX} {...field('name')} />
      <Submit label={texts.renameSave} isBusy={isPending} />
    </Form>
  )
}

function Leaving({ team: { teamId, name, members }, onClose }: PartProps) {
  const texts = useTexts().teams.team
  const memberId = members.find(({ isSelf }) => isSelf)?.memberId ?? 0
  const { isPending, mutate: leave } = useTeamAction({
    async mutationFn() {
      await call('DELETE /teams/{teamId}/members/{memberId}', { params: { teamId, memberId } })
      // Nobody has to be told that a team is lost which they have just left.
      const team = currentTeam() === teamId ? null : currentTeam()
      enterSession((await call('GET /cookie', { team, handles: 'all' })).data)
    },
    success: texts.left(name),
    failure: texts.leaveFailed,
    onDone: onClose,
  })
  return (
    <>
      <p>{texts.leaveText}</p>
      <Answers yes={texts.leave} no={texts.stay} isBusy={isPending} onYes={() => leave()} onNo={onClose} />
    </>
  )
}

function HandingOver({ team: { teamId, members } }: PartProps) {
  const texts = useTexts().teams.team
  const others = members.filter(({ isSelf }) => !isSelf)
  const [heir, setHeir] = useState(String(others[0]?.memberId))
  const {
    isPending,
    isSuccess,
    mutate: send,
  } = useTeamAction({
    mutationFn: () =>
      call('PUT /teams/{teamId}/owner', { params: { teamId }, body: { memberId: Number(heir) } }),
    success: texts.linkSent,
    failure: texts.linkFailed,
  })
  return (
    <Stack gap={4}>
      <Lead>{texts.handOverText}</Lead>
      <Select
        label={texts.heir}
        value={heir}
        options={others.map(({ memberId, name }) => ({ value: String(memberId), text: name }))}
        onChange={setHeir}
      />
      <Actions>
        <Button look="accent" isBusy={isPending} onClick={() => send()}>
          {texts.sendLink}
        </Button>
      </Actions>
      {isSuccess && <OwnInbox />}
    </Stack>
  )
}

function Deleting({ team: { teamId }, onClose }: PartProps) {
  const texts = useTexts().teams.team
  const {
    isPending,
    isSuccess,
    mutate: send,
  } = useTeamAction({
    mutationFn: () => call('DELETE /teams/{teamId}', { params: { teamId } }),
    success: texts.linkSent,
    failure: texts.linkFailed,
  })
  return (
    <>
      <p>{texts.deleteText}</p>
      <Answers yes={texts.sendLink} no={texts.keep} isBusy={isPending} onYes={() => send()} onNo={onClose} />
      {isSuccess && <OwnInbox />}
    </>
  )
}

function OwnInbox() {
  const { userData } = useSession()
  return userData === null ? null : <LocalInbox to={userData.userInformation.email} />
}

interface AnswersProps {
  readonly yes: string
  readonly no: string
  readonly isBusy: boolean
  readonly onYes: () => void
  readonly onNo: () => void
}

function Answers({ yes, no, isBusy, onYes, onNo }: AnswersProps) {
  return (
    <Actions isAtEnd>
      <Button onClick={onNo}>{no}</Button>
      <Button look="ink" isBusy={isBusy} onClick={onYes}>
        {yes}
      </Button>
    </Actions>
  )
}

interface RoleSelectProps {
  readonly role: GivenRole
  readonly onChange: (role: GivenRole) => void
}

function RoleSelect({ role, onChange }: RoleSelectProps) {
  const { roles, team } = useTexts().teams
  return (
    <Select
      label={team.role}
      value={role}
      options={GIVEN_ROLES.map((value) => ({ value, text: roles[value] }))}
      onChange={onChange}
    />
  )
}

function BudgetField(field: Omit<Parameters<typeof Field>[0], 'label'>) {
  const { budget, budgetHint } = useTexts().teams.team
  return (
    <Field
      {...field}
      required={false}
      label={budget}
      hint={budgetHint}
      inputMode="numeric"
      autoComplete="off"
    />
  )
}

interface SubmitProps {
  readonly label: string
  readonly isBusy: boolean
}

function Submit({ label, isBusy }: SubmitProps) {
  return (
    <Actions>
      <Button look="accent" type="submit" icon="check" isBusy={isBusy}>
        {label}
      </Button>
    </Actions>
  )
}
