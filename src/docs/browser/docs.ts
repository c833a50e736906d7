import './docs.css'

const root = document.documentElement

function all(selector: string): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(selector)]
}

/** The contents are beside the text where there is room, otherwise folded above it. */
function foldContents(): void {
  const fold = document.querySelector<HTMLDetailsElement>('.fold')
  const list = document.querySelector('.side > .list')
  if (fold === null || list === null) return
  const narrow = matchMedia('(max-width: 859px)')
  const place = () => (narrow.matches ? fold.append(list) : fold.after(list))
  place()
  narrow.addEventListener('change', place)
  const current = list.querySelector('[aria-current]')
  const side = document.querySelector('.side')
  if (current === null || side === null || narrow.matches) return
  const { top, bottom } = current.getBoundingClientRect()
  if (top < 0 || bottom > innerHeight) side.scrollTop = top - innerHeight / 2
}

function switchTheme(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-theme-switch]')
  if (button === null) return
  const themes = ['system', 'light', 'dark'] as const
  const current = () => themes.find((theme) => theme === root.dataset['theme']) ?? 'system'
  const name = () => {
    const label = `${button.dataset['label']}: ${button.dataset[current()]}`
    button.setAttribute('aria-label', label)
    button.title = label
  }
  button.addEventListener('click', () => {
    // As in the product: every press is seen.
    const isDeviceDark = matchMedia('(prefers-color-scheme: dark)').matches
    const isDark = current() === 'system' ? isDeviceDark : current() === 'dark'
    const next = isDark !== isDeviceDark ? 'system' : isDark ? 'light' : 'dark'
    if (next === 'system') delete root.dataset['theme']
    else root.dataset['theme'] = next
    try {
      if (next === 'system') localStorage.removeItem('theme')
      else localStorage.setItem('theme', next)
    } catch {
      // Only this page keeps it then.
    }
    name()
  })
  name()
  button.hidden = false
}

function copyCode(): void {
  const { copy = '', copied = '' } = root.dataset
  for (const figure of all('figure.code')) {
    const button = document.createElement('button')
    Object.assign(button, { type: 'button', className: 'copy', textContent: copy })
    const say = () => {
      button.textContent = copied
      setTimeout(() => (button.textContent = copy), 2000)
    }
    button.addEventListener('click', () => {
      void navigator.clipboard.writeText(figure.querySelector('code')?.textContent ?? '').then(say)
    })
    figure.append(button)
  }
}

/** Fonts and windows change what is wide. */
function watchWidths(): void {
  letScroll()
  addEventListener('resize', letScroll)
  void document.fonts.ready.then(letScroll)
}

/** Tables and code that are too wide for the page can be scrolled by keyboard; others need no place in the order of Tab. */
function letScroll(): void {
  for (const box of all('.table, .code pre')) {
    const isWide = box.scrollWidth > box.clientWidth
    if (isWide) box.tabIndex = 0
    else box.removeAttribute('tabindex')
  }
}

/** A call of the reference is folded until a link leads to it. */
function openTarget(): void {
  const open = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    if (!(target instanceof HTMLDetailsElement)) return
    target.open = true
    target.scrollIntoView()
  }
  addEventListener('hashchange', open)
  open()
}

/** Marks the heading that is read in the list of headings. */
function followHeadings(): void {
  const links = new Map(
    all('.outline a').map((link) => [decodeURIComponent((link.getAttribute('href') ?? '').slice(1)), link]),
  )
  const headings = [...links.keys()].flatMap((id) => document.getElementById(id) ?? [])
  let isAsked = false
  const mark = () => {
    isAsked = false
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < 140)
    const current = passed.at(-1) ?? headings[0]
    for (const [id, link] of links) {
      if (id === current?.id) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  }
  const ask = () => {
    if (isAsked) return
    isAsked = true
    requestAnimationFrame(mark)
  }
  addEventListener('scroll', ask, { passive: true })
  mark()
}

/** The dialog opens at once and takes what is typed; the search and its library are loaded meanwhile. */
function openSearch(): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog.search')
  const field = dialog?.querySelector('input')
  const status = dialog?.querySelector('.none')
  if (dialog === null || field == null || status == null) return
  const open = () => {
    if (!dialog.open) dialog.showModal()
    field.select()
    status.textContent = ''
    import('./search.ts')
      .then(({ startSearch }) => startSearch(dialog))
      .catch(() => (status.textContent = dialog.dataset['failed'] ?? ''))
  }
  for (const button of all('[data-find]')) button.addEventListener('click', open)
  dialog.querySelector('[data-close]')?.addEventListener('click', () => dialog.close())
  addEventListener('keydown', (event) => {
    const isTyping =
      event.target instanceof Element && event.target.closest('input, textarea, select') !== null
    const isSlash = event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey
    const isCommand = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    if (!isSlash && !isCommand) return
    event.preventDefault()
    open()
  })
}

foldContents()
switchTheme()
copyCode()
watchWidths()
followHeadings()
openTarget()
openSearch()
