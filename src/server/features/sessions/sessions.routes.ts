import type { contractByFeature } from '#shared/api/contract.ts'
import type { Actor } from '#server/actor/actor.ts'
import type { App } from '#server/app.ts'
import type { RequestFacts, Routes } from '#server/feature.ts'
import { describeDevice } from './describe-device.ts'
import { endOtherSessions, endOwnSession, logOut } from './end-sessions.ts'
import { demandProof, prove } from './reauthenticate.ts'
import { listSessions } from './sessions.sql.ts'
import { writeUserData } from './write-user-data.ts'

export const sessionsRoutes: Pick<Routes, keyof (typeof contractByFeature)['sessions']> = {
  'GET /cookie': async ({ app, actor, holdings }) => ({
    data: writeUserData(app, { actor, holdings }),
  }),

  'GET /sessions': async ({ app, actor }) => {
    const sessions = await listSessions(app.db, actor.personId, app.clock.now())
    return {
      data: sessions.map(({ id, userAgent, createdAt, lastSeenAt }) => ({
        id,
        isCurrent: id === actor.sessionId,
        ...describeDevice(userAgent),
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
      })),
    }
  },

  'POST /sessions/proof': async ({ app, actor, body: { password } }) => {
    await prove(app, { actor, password })
    return { data: null }
  },

  'DELETE /sessions/{id}': async ({ app, params: { id }, actor, request }) => {
    if (id !== actor.sessionId) await demandProof(app, actor)
    await endOwnSession(app, { actor, id, network: request.network })
    if (id === actor.sessionId) request.setSession(null)
    return { data: null }
  },

  'DELETE /sessions': async ({ app, actor, request: { network } }) => {
    await demandProof(app, actor)
    return { data: { ended: await endOtherSessions(app, { actor, network }) } }
  },

  'GET /logout': leave,
  'POST /logout': leave,
}

async function leave({
  app,
  actor,
  request,
}: {
  readonly app: App
  readonly actor: Actor
  readonly request: RequestFacts
}): Promise<{ readonly data: null; readonly leaveUrl?: string }> {
  const issuer = await logOut(app, actor, request.network)
  request.setSession(null)
  const { oidc } = app.identity
  if (app.config.oidcLogout === 'here' || issuer === null || issuer !== oidc?.issuer) return { data: null }
  const leaveUrl = await oidc.leave()
  return { data: null, ...(leaveUrl !== null && { leaveUrl }) }
}
