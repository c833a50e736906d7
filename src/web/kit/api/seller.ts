import type { Language } from '#shared/i18n/messages.ts'
import { describeSeller, type Seller } from '#shared/legal/seller.ts'

/** The seller and the contact address, as configured; the build leaves placeholders that the server fills in. */
export function readSeller(language: Language): { readonly seller: string; readonly email: string } {
  if (typeof document === 'undefined') return { seller: '%SELLER%', email: '%SUPPORT_EMAIL%' }
  const { email, ...seller } = given()
  return { seller: describeSeller(seller, language), email }
}

function given(): Seller & { readonly email: string } {
  const noSeller = { name: null, inn: null, ogrn: null, address: null, phone: null, email: '' }
  const text = document.querySelector<HTMLMetaElement>('meta[name="seller"]')?.content ?? ''
  // In development nothing fills the placeholder.
  if (!text.startsWith('{')) return noSeller
  return { ...noSeller, ...(JSON.parse(text) as Partial<Seller>) }
}
