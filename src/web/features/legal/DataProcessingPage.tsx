import { CONSENT } from '#shared/legal/consent.ts'
import { LegalScreen } from './LegalScreen.tsx'

/** The consent to data processing, separate from the terms. */
export function DataProcessingPage() {
  return <LegalScreen page="dataprocessing" name="consent" built={CONSENT} />
}
