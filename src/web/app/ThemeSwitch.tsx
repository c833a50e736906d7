import { IconButton } from '#web/kit/components/IconButton.tsx'
import { useStartTexts } from '#web/kit/texts/texts.tsx'
import { THEMES, useTheme } from '#web/kit/components/theme.ts'

const ICONS = { system: 'system', light: 'sun', dark: 'moon' } as const

/** Cycles through the themes: system, light, dark. */
export function ThemeSwitch() {
  const { shell } = useStartTexts()
  const [theme, choose] = useTheme()
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  return (
    <IconButton
      icon={ICONS[theme]}
      label={`${shell.theme}: ${shell.themes[theme]}`}
      onClick={() => choose(next)}
    />
  )
}
