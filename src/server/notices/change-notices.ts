import type { CommandInput, CommandOutput } from '#shared/api/commands.ts'
import { notices as texts } from '#shared/i18n/server-texts.ts'
import { DAY_MS } from '#shared/rules/time.ts'
import type { Operator } from '#server/actor/actor.ts'
import { noteChange, withoutAddresses } from '#server/audit/note-change.ts'
import type { Core } from '#server/core.ts'
import { transact, type Tx } from '#server/db/connect.ts'
import { deleteNotice, listNotices, lockNotices, type Notice, putNotice } from './notices.sql.ts'
import { forgetNotices } from './read-notices.ts'

type Changed = CommandOutput<'announcement set'>

/** Shows a line above every page, in place of an earlier one. */
export async function setAnnouncement(
  core: Core,
  by: Operator,
  { en, ru, level, until }: CommandInput<'announcement set'>,
): Promise<Changed> {
  const endsAt = until === undefined ? null : new Date(Date.parse(`${until}T00:00:00+03:00`) + DAY_MS)
  const announced: Notice = { kind: 'announcement', level, en, ru, endsAt, setAt: core.clock.now() }
  return changeNotice(core, by, 'announcement set', announced)
}

export async function clearAnnouncement(core: Core, by: Operator): Promise<Changed> {
  return changeNotice(core, by, 'announcement clear', 'announcement')
}

/** Once this has returned, nothing that a person began to spend, pay or change for a holder is committed any more. */
export async function beginMaintenance(core: Core, by: Operator): Promise<Changed> {
  return changeNotice(core, by, 'maintenance on', {
    kind: 'maintenance',
    level: 'warning',
    en: texts.en.maintenanceLine,
    ru: texts.ru.maintenanceLine,
    setAt: core.clock.now(),
    endsAt: null,
  })
}

export async function endMaintenance(core: Core, by: Operator): Promise<Changed> {
  return changeNotice(core, by, 'maintenance off', 'maintenance')
}

type Verb = 'announcement set' | 'announcement clear' | 'maintenance on' | 'maintenance off'

/** @param wanted the notice, or the kind of the one that goes */
async function changeNotice(
  core: Core,
  by: Operator,
  verb: Verb,
  wanted: Notice | Notice['kind'],
): Promise<Changed> {
  const [kind, notice] = typeof wanted === 'string' ? [wanted, null] : [wanted.kind, wanted]
  const factsOf = (shown: Notice | null) =>
    shown === null
      ? { isOn: false }
      : {
          isOn: true,
          level: shown.level,
          until: shown.endsAt?.toISOString() ?? null,
          en: withoutAddresses(core.secret, shown.en),
          ru: withoutAddresses(core.secret, shown.ru),
        }
  const change = async (tx: Tx) => {
    await lockNotices(tx)
    const known = (await listNotices(tx)).find((one) => one.kind === kind) ?? null
    const [before, after] = [factsOf(known), factsOf(notice)]
    if (JSON.stringify(before) === JSON.stringify(after)) return { isChanged: false }
    if (notice === null) await deleteNotice(tx, kind)
    else await putNotice(tx, notice)
    await noteChange(tx, core, by, { verb, kind: 'installation', id: kind, before, after })
    return { isChanged: true }
  }
  const changed = await transact(core.db, change)
  forgetNotices(core)
  return changed
}
