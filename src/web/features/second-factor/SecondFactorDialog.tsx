import { useEffect, useState } from 'react'
import type { Messages } from '#shared/i18n/en.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { CopyButton, useCopy } from '#web/kit/components/CopyButton.tsx'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { Field, Form } from '#web/kit/components/forms.tsx'
import { Actions, Lead, Stack } from '#web/kit/components/layout.tsx'
import { saveFile } from '#web/kit/actions/save-file.ts'
import { VisuallyHidden } from '#web/kit/components/VisuallyHidden.tsx'
import { useTexts } from '#web/kit/texts/texts.tsx'
import styles from './SecondFactorDialog.module.css'
import type { SecondFactorControl, WayChange, WayStep } from './use-second-factor.ts'
import { PasswordForm } from './PasswordForm.tsx'
import { isMissing, useForm } from '#web/kit/components/use-form.ts'

/** The panel that confirms and sets up a second factor, and shows its recovery codes. */
export function SecondFactorDialog({ factor }: { readonly factor: SecondFactorControl }) {
  const { common, secondFactor: texts } = useTexts()
  const { step } = factor
  // The content stays while the panel leaves.
  const [shown, setShown] = useState<WayStep | null>(null)
  if (step !== null && step !== shown) setShown(step)
  const title =
    shown?.kind === 'app'
      ? texts.app.title
      : shown?.kind === 'codes'
        ? texts.codes.title
        : shown?.kind === 'confirm'
          ? titleOf(texts.confirm, shown.change)
          : ''
  return (
    <Dialog
      title={title}
      closeLabel={common.close}
      isOpen={step !== null}
      onClose={factor.leave}
      place="side"
    >
      {shown?.kind === 'confirm' && <Confirmation step={shown} factor={factor} />}
      {shown?.kind === 'app' && <AppSetUp step={shown} factor={factor} />}
      {shown?.kind === 'codes' && <RecoveryCodes codes={shown.codes} onDone={factor.leave} />}
    </Dialog>
  )
}

function titleOf(texts: Messages['secondFactor']['confirm'], change: WayChange): string {
  return change.kind === 'cut' ? texts.cut.title(change.name) : texts[change.kind].title
}

interface ConfirmationProps {
  readonly step: Extract<WayStep, { kind: 'confirm' }>
  readonly factor: SecondFactorControl
}

function Confirmation({ step: { change, isPasswordNeeded }, factor }: ConfirmationProps) {
  const { errors, secondFactor } = useTexts()
  const { confirm } = secondFactor
  const words = confirm[change.kind]
  // A person who only uses Google proves it by another login.
  if (isPasswordNeeded && factor.ways?.hasPassword === false) {
    return <Lead>{errors.password_required}</Lead>
  }
  return (
    <PasswordForm
      button={words.button}
      isPasswordNeeded={isPasswordNeeded}
      isBusy={factor.isBusy}
      onConfirm={(password) => factor.confirm(change, password)}
      onLeave={factor.leave}
    >
      {'text' in words && <Lead>{words.text}</Lead>}
      {isPasswordNeeded && <Lead>{confirm.password}</Lead>}
    </PasswordForm>
  )
}

interface AppSetUpProps {
  readonly step: Extract<WayStep, { kind: 'app' }>
  readonly factor: SecondFactorControl
}

function AppSetUp({ step: { secret, uri, ticket }, factor }: AppSetUpProps) {
  const { secondFactor } = useTexts()
  const { app, login, copied, copyFailed } = secondFactor
  const { form, field } = useForm({
    initial: { code: '' },
    rules: { code: isMissing },
    words: { required: login.codeMissing },
    isBusy: factor.isBusy,
    onSubmit: ({ code }) => factor.confirmApp(ticket, code.trim()),
  })
  return (
    <Form {...form}>
      <Lead>{app.scan}</Lead>
      <QrCode text={uri} label={app.qr} />
      <a className={styles.onThisDevice} href={uri}>
        {app.openHere}
      </a>
      <div>
        <Lead>{app.secret}</Lead>
        <p className={styles.secret}>
          <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
          <CopyButton text={secret} label={app.copySecret} doneLabel={copied} failedText={copyFailed} />
        </p>
      </div>
      <Field
        {...field('code')}
        label={app.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
      />
      <Actions isAtEnd>
        <Button look="accent" type="submit" isBusy={factor.isBusy}>
          {app.submit}
        </Button>
      </Actions>
    </Form>
  )
}

const CODES_FILE = 'channelbook-recovery-codes.txt'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { codes: texts, copied, copyFailed } = useTexts().secondFactor
  const { isCopied, copy } = useCopy(copyFailed)
  const text = `${codes.join('\n')}\n`
  return (
    <Stack gap={4}>
      <Lead>{texts.lead}</Lead>
      <VisuallyHidden>
        <span role="status">{isCopied ? copied : ''}</span>
      </VisuallyHidden>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Actions isAtEnd>
        <Button icon={isCopied ? 'check' : 'copy'} onClick={() => void copy(text)}>
          {texts.copy}
        </Button>
        <Button icon="save" onClick={() => saveFile(new File([text], CODES_FILE, { type: 'text/plain' }))}>
          {texts.save}
        </Button>
        <Button look="ink" onClick={onDone}>
          {texts.done}
        </Button>
      </Actions>
    </Stack>
  )
}

interface Drawn {
  readonly size: number
  readonly path: string
}

/** A text as a QR code, drawn on this device. The library loads when it is shown. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  useEffect(() => {
    let isOver = false
    const draw = async () => {
      const { encode } = await import('uqr')
      const { size, data } = encode(text, { ecc: 'M', border: 4 })
      const path = data
        .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
        .join('')
      if (!isOver) setDrawn({ size, path })
    }
    // Without it the secret can be typed.
    draw().catch(() => {})
    return () => {
      isOver = true
    }
  }, [text])
  return (
    <svg
      className={styles.qr}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${drawn?.size ?? 1} ${drawn?.size ?? 1}`}
      shapeRendering="crispEdges"
    >
      <path d={drawn?.path ?? ''} fill="currentColor" />
    </svg>
  )
}
