import { PURPOSE } from '#shared/legal/purpose.ts'
import { LegalScreen } from './LegalScreen.tsx'

/** The purposes of personal data processing. */
export function PurposePage() {
  return <LegalScreen page="purpose" name="purpose" built={PURPOSE} />
}
