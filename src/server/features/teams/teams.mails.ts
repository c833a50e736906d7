import type { Language } from '#shared/i18n/messages.ts'
import { mails } from '#shared/i18n/server-texts.ts'
import type { Role } from '#shared/rules/teams.ts'
import { type EmailText, renderEmail } from '#server/render-email.ts'

/** The email that invites somebody to a team. @param by the username of whoever invites */
export function invitationEmail(
  language: Language,
  { team, by, role, link }: { team: string; by: string; role: Exclude<Role, 'owner'>; link: string },
): EmailText {
  const { invitation, reasons } = mails[language]
  return renderEmail({
    language,
    subject: invitation.subject(team),
    parts: [
      { text: invitation.intro(by, team) },
      { text: invitation.may[role] },
      { button: { label: invitation.button, link } },
      { text: invitation.lifetime },
      { aside: invitation.notExpected },
    ],
    reason: reasons.invitation(by),
  })
}

/** The email to the owner with the link that hands the team over. @param heir the username of the next owner; null: deletes it */
export function confirmEmail(
  language: Language,
  { team, heir, link }: { team: string; heir: string | null; link: string },
): EmailText {
  const { deletion, reasons, teamDeletion, teamHandOver } = mails[language]
  const isDeletion = heir === null
  const { button, notYou, subject } = isDeletion ? teamDeletion : teamHandOver
  return renderEmail({
    language,
    subject: subject(team),
    parts: [
      { text: heir === null ? teamDeletion.intro(team) : teamHandOver.intro(team, heir) },
      { button: { label: button, link } },
      { text: isDeletion ? deletion.lifetime : teamHandOver.lifetime },
      { aside: notYou },
    ],
    reason: reasons.team(team),
  })
}

/** The email to somebody who is no longer in a team. */
export function removedEmail(
  language: Language,
  { team, why }: { team: string; why: 'removed' | 'deleted' },
): EmailText {
  const { leftTeam, reasons } = mails[language]
  return renderEmail({
    language,
    subject: leftTeam.subject[why](team),
    parts: [{ text: leftTeam.intro[why](team) }, { text: leftTeam.own }],
    reason: reasons.team(team),
  })
}

/** The email to the next owner of a team. */
export function handedOverEmail(
  language: Language,
  { team, link }: { team: string; link: string },
): EmailText {
  const { handedOver, reasons } = mails[language]
  return renderEmail({
    language,
    subject: handedOver.subject(team),
    parts: [{ text: handedOver.intro(team) }, { button: { label: handedOver.button, link } }],
    reason: reasons.team(team),
  })
}
