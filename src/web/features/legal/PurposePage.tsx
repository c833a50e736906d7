import { PURPOSE } from '#shared/legal/purpose.ts'
import { LegalScreen } from './LegalScreen.tsx'

/** For which purposes personal data is processed. */
export function PurposePage() {
  return <LegalScreen page="purpose" versions={PURPOSE} />
}
