/** Moves the focus to the page's heading, where no neighbour can take it from what disappears. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (heading === null) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
