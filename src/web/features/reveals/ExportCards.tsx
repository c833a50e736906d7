import { useId, useState } from 'react'
import {
  EXPORT_COLUMNS,
  EXPORT_FORMATS,
  type ExportColumn,
  type ExportFormat,
} from '#shared/rules/purchases.ts'
import { saveFile } from '#web/kit/actions/save-file.ts'
import { useAction } from '#web/kit/actions/use-action.ts'
import { call } from '#web/kit/api/call.ts'
import { Button } from '#web/kit/components/Button.tsx'
import { Dialog } from '#web/kit/components/Dialog.tsx'
import { CheckBox } from '#web/kit/components/forms.tsx'
import { Actions, Columns, Note, Stack } from '#web/kit/components/layout.tsx'
import { localZone } from '#web/kit/formats/format.ts'
import { useTexts } from '#web/kit/texts/texts.tsx'

interface ExportCardsProps {
  /** A list's number, or all cards; purchases by default. */
  readonly list?: number | 'all'
}

/** Saves cards as a file with the columns that a person chooses. */
export function ExportCards({ list }: ExportCardsProps) {
  const { cardFiles: texts, purchases, common } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<ExportColumn>>(new Set(EXPORT_COLUMNS))
  const hintId = useId()
  const { busyWith, mutate: save } = useAction({
    async mutationFn(format: ExportFormat) {
      const columns = EXPORT_COLUMNS.filter((column) => chosen.has(column)).join()
      const query = { format, columns, zone: localZone(), ...(list !== undefined && { list }) }
      saveFile(await call('GET /exports', { query, handles: ['too_many_requests'] }))
    },
    onSuccess: () => setOpen(false),
    meta: { subject: 'cards-file', loading: purchases.exporting, failure: purchases.exportFailed },
  })
  const isReadable = chosen.has('channelId') && chosen.has('version')
  return (
    <>
      <Button size="small" icon="save" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {texts.export}
      </Button>
      <Dialog title={texts.export} closeLabel={common.close} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Stack gap={4}>
          <div role="group" aria-label={texts.columns} aria-describedby={hintId}>
            <Columns gap={2} min={12} hasCloseRows>
              {EXPORT_COLUMNS.map((column) => (
                <CheckBox
                  key={column}
                  checked={chosen.has(column)}
                  onChange={({ target }) =>
                    setChosen(
                      new Set(
                        EXPORT_COLUMNS.filter((one) => (one === column ? target.checked : chosen.has(one))),
                      ),
                    )
                  }
                >
                  {purchases.columns[column]}
                </CheckBox>
              ))}
            </Columns>
          </div>
          <Note id={hintId}>{isReadable ? texts.columnsHint : texts.columnsMissing}</Note>
          <Actions isAtEnd>
            {EXPORT_FORMATS.map((format) => (
              <Button
                key={format}
                look="ink"
                icon="save"
                isBusy={busyWith === format}
                disabled={chosen.size === 0}
                onClick={() => save(format)}
              >
                {texts.saveAs(format.toUpperCase())}
              </Button>
            ))}
          </Actions>
        </Stack>
      </Dialog>
    </>
  )
}
