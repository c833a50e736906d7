import { Button } from '#web/kit/components/Button.tsx'
import { PATHS } from '#shared/paths.ts'
import { PageHead } from '#web/kit/links/PageHead.tsx'
import { StatusScreen } from '#web/kit/components/StatusScreen.tsx'
import { useStartTexts } from '#web/kit/texts/texts.tsx'

/** The generic error screen. It offers a full page load, which also fetches code that a new release has replaced. */
export function ErrorScreen() {
  const { shell, common } = useStartTexts()
  return (
    <>
      <PageHead title={shell.errorTitle} />
      <StatusScreen title={shell.errorTitle} text={shell.errorText} role="alert">
        <Button look="ink" onClick={() => window.location.reload()}>
          {shell.reload}
        </Button>
        <a href={PATHS.landing}>{common.toHome}</a>
      </StatusScreen>
    </>
  )
}
