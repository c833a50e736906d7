import type { contractByFeature } from '#shared/api/contract.ts'
import type { App } from '#server/app.ts'
import type { Caller } from '#server/people/caller.ts'
import type { RequestFacts, Routes } from '#server/feature.ts'
import { describeDevice } from './describe-device.ts'
import { endOtherSessions, endOwnSession, logOut } from './end-sessions.ts'
import { demandProof, prove } from './reauthenticate.ts'
import { listSessions } from './sessions.sql.ts'
import { writeUserData } from './write-user-data.ts'

export const sessionsRoutes: Pick<Routes, keyof (typeof contractByFeature)['sessions']> = {
  'GET /cookie': async ({ app, caller, holdings }) => ({
    data: writeUserData(app, { caller, holdings }),
  }),

  'GET /sessions': async ({ app, caller }) => {
    const sessions = await listSessions(app.db, caller.personId, app.clock.now())
    return {
      data: sessions.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
        id,
        isCurrent: id === caller.sessionId,
        ...describeDevice(userAgent),
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
      })),
    }
  },

  'POST /sessions/proof': async ({ app, caller, body: { password } }) => {
    await prove(app, { caller, password })
    return { data: null }
  },

  'DELETE /sessions/{id}': async ({ app, params: { id }, caller, request }) => {
    if (id !== caller.sessionId) await demandProof(app, caller)
    await endOwnSession(app, { caller, id, network: request.network })
    if (id === caller.sessionId) request.setSession(null)
    return { data: null }
  },

  'DELETE /sessions': async ({ app, caller, request: { network } }) => {
    await demandProof(app, caller)
    return { data: { ended: await endOtherSessions(app, { caller, network }) } }
  },

  'GET /logout': leave,
  'POST /logout': leave,
}

async function leave({
  app,
  caller,
  request,
}: {
  readonly app: App
  readonly caller: Caller | null
  readonly request: RequestFacts
}): Promise<{ readonly data: null; readonly leaveUrl?: string }> {
  const issuer = await logOut(app, caller, request.network)
  request.setSession(null)
  const { oidc } = app.identity
  if (app.config.oidcLogout === 'here' || issuer === null || issuer !== oidc?.issuer) return { data: null }
  const leaveUrl = await oidc.leave()
  return { data: null, ...(leaveUrl !== null && { leaveUrl }) }
}
