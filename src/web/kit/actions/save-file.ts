/** Saves a file among the person's downloads. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  link.click()
  // By then the download holds its own reference to the file.
  setTimeout(() => URL.revokeObjectURL(address))
}
