// Signs that show nothing, before which a spreadsheet may still find a formula.
const INVISIBLE = /^[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]+/u
/** Of the compatibility forms (full-width, small, raised), NFKC makes plain signs; some spreadsheets take a minus for a hyphen. */
const FORMULA = /^[-=+@\u2212]/

/**
 * A text that no spreadsheet runs as a formula: one that begins like it, also after invisible signs or in full-width ones,
 * gets an apostrophe before it, which spreadsheets show as text.
 */
export function withoutFormula(text: string): string {
  const visible = text.replace(INVISIBLE, '')
  const isFormula = FORMULA.test(visible.slice(0, 2).normalize('NFKC')) || /^[\t\r\n]/.test(text)
  return isFormula ? `'${text}` : text
}

/** The text of a cell before an export put an apostrophe before it, so that no spreadsheet runs it. */
export function withFormula(cell: string): string {
  const text = cell.slice(1)
  return cell.startsWith("'") && withoutFormula(text) !== text ? text : cell
}
