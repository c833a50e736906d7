import { useTexts } from '#web/kit/texts/texts.tsx'
import { Button } from '#web/kit/components/Button.tsx'
import { Switch } from '#web/kit/components/forms.tsx'
import styles from './FilterPanel.module.css'

interface MultiSelectProps {
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  /** Choosing several needs a login. */
  readonly isAllowed: boolean
  /** Whether the choice differs from the shown results. */
  readonly hasChanges: boolean
  readonly onShow: () => void
}

/** The switch for choosing several filters before fetching, with the Show button. */
export function MultiSelect({ isOn, onChange, isAllowed, hasChanges, onShow }: MultiSelectProps) {
  const { search } = useTexts()
  return (
    <div className={styles.several}>
      <Switch
        label={search.multiSelect}
        hint={isAllowed ? search.multiSelectHint : search.multiSelectLogIn}
        checked={isOn}
        disabled={!isAllowed}
        onChange={(event) => onChange(event.target.checked)}
      />
      {isOn && (
        <Button look="ink" disabled={!hasChanges} onClick={onShow}>
          {search.show}
        </Button>
      )}
    </div>
  )
}
