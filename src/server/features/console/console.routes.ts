import type { contractByFeature } from '#shared/api/contract.ts'
import { personOf } from '#server/actor/actor.ts'
import type { Routes } from '#server/feature.ts'
import { Refusal } from '#server/refusal.ts'
import { describeCommands } from './describe-commands.ts'
import { findThings } from './find-things.ts'
import { claimOwnership, isOwnerLink } from './name-operator.ts'
import { provedUntil, proveOperator } from './prove-operator.ts'

export const consoleRoutes: Pick<Routes, keyof (typeof contractByFeature)['console']> = {
  'GET /operator/session': async ({ actor }) => {
    const { role, hasSecondFactor } = actor.operator
    return { data: { username: actor.username, role, hasSecondFactor, provedUntil: provedUntil(actor) } }
  },

  'POST /operator/proof': async ({ app, actor, body: { second_factor_code: code, passkey } }) => {
    const given = { factorCode: code ?? null, passkey: passkey ?? null }
    const outcome = await proveOperator(app, actor, given)
    if (outcome !== null && 'provedUntil' in outcome) return { data: outcome }
    return {
      data: { provedUntil: null },
      isSecondFactorRequired: true,
      ...(outcome !== null && { secondFactor: outcome.secondFactor }),
    }
  },

  'POST /operator/first': async ({ app, actor, body: { token } }) => {
    if (!(await isOwnerLink(app, token))) throw new Refusal('not_found')
    const person = personOf(actor)
    if (person === null) throw new Refusal('not_logged_in')
    await claimOwnership(app, person, token)
    return { data: null }
  },

  'GET /operator/commands': async ({ actor, request }) => ({
    data: describeCommands(actor.operator.role, request.language),
  }),

  'GET /operator/find': async ({ app, actor, query: { q }, request }) => ({
    data: await findThings(app, { text: q, role: actor.operator.role, language: request.language }),
  }),
}
