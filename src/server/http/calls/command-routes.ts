import { endpointOfCommand } from '#shared/api/command-endpoints.ts'
import { type CommandKey, commands } from '#shared/api/commands.ts'
import type { contractByFeature } from '#shared/api/contract.ts'
import { sayOutcome, sayRefusal } from '#shared/i18n/command-texts.ts'
import { commandTexts } from '#shared/i18n/server-texts.ts'
import type { SessionOperator } from '#server/actor/actor.ts'
import type { App } from '#server/app.ts'
import type { RequestFacts, Routes } from '#server/feature.ts'
import { refuseHigherRole } from '#server/features/console/find-operator.ts'
import { demandFreshProof } from '#server/features/console/prove-operator.ts'
import { Refusal } from '#server/refusal.ts'
import { runChecked } from '#server/run-command.ts'

interface Asked {
  readonly app: App
  readonly actor: SessionOperator
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
  readonly request: RequestFacts
}

/** A route for every command: it runs as on the command line, by the operator whose session it is. */
export const commandRoutes = Object.fromEntries(
  (Object.keys(commands) as CommandKey[]).map((key) => [
    endpointOfCommand(key),
    (asked: Asked) => answerCommand(key, asked),
  ]),
) as unknown as Pick<Routes, keyof (typeof contractByFeature)['commands']>

async function answerCommand(key: CommandKey, { app, actor, query, body, request }: Asked): Promise<object> {
  const given = body ?? query ?? {}
  const isDryRun = given['isDryRun'] === true
  const texts = commandTexts[request.language]
  if (commands[key].confirm !== undefined && !isDryRun) demandFreshProof(app, actor)
  const { who } = given
  if (commands[key].changesNothing !== true && typeof who === 'string')
    await refuseHigherRole(app, actor, who)
  try {
    const output = await runChecked(app, { name: actor.username, personId: actor.personId }, key, given)
    return { data: { output, said: sayOutcome(texts, key, output, isDryRun).trimEnd() } }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const said = sayRefusal(texts, error.code, error.extras)
    const { retryAfter } = error
    throw new Refusal('command_refused', {
      extras: { said, refusal: error.code },
      ...(retryAfter !== undefined && { retryAfter }),
    })
  }
}
