import { TERMS } from '#shared/legal/terms.ts'
import { LegalScreen } from './LegalScreen.tsx'

/** Terms of use and privacy. */
export function TermsPage() {
  return <LegalScreen page="terms" name="terms" built={TERMS} />
}
