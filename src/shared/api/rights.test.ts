import { expect, it } from 'vitest'
import { contract } from './contract.ts'
import type { Endpoint } from './endpoint.ts'

it('states for each call who may make it, and within which scope', () => {
  const rights = Object.entries<Endpoint>(contract).map(([key, { who, scope = '-' }]) => ({
    key,
    right: `${typeof who === 'string' ? who : Object.values(who.values).join('/')} ${scope}`,
  }))
  const table = Object.entries(Object.groupBy(rights, ({ right }) => right)).map(([right, ofRight = []]) => [
    right,
    ofRight.map(({ key }) => key),
  ])
  expect(Object.fromEntries(table)).toMatchInlineSnapshot(`
    {
      "anyone -": [
        "GET /config",
        "GET /captcha/challenge",
        "POST /checkCode",
        "POST /user",
        "POST /login",
        "GET /auth/google/nonce",
        "POST /auth/google",
        "GET /auth/oidc",
        "POST /auth/oidc/code",
        "POST /auth/oidc",
        "PUT /reset",
        "PUT /logout",
        "GET /logout",
        "POST /logout",
        "DELETE /delete",
        "POST /creator/link",
        "POST /optout",
        "GET /trust",
        "GET /vote",
        "GET /sponsors",
      ],
      "anyone search": [
        "POST /search",
        "POST /filter",
        "GET /countries",
        "POST /topics",
        "GET /channels/{channelId}",
        "GET /channels/{channelId}/videos",
        "GET /channels/{channelId}/similar",
        "POST /seeds",
        "POST /seeds/exports",
        "GET /channels/{channelId}/evidence",
      ],
      "anyone/anyone/user/user account": [
        "POST /verification/{action}",
      ],
      "creator -": [
        "POST /creator",
        "PUT /creator",
        "POST /creator/address",
        "POST /creator/request",
        "PUT /creator/address",
        "PUT /optout",
      ],
      "provider -": [
        "POST /payments/notifications",
      ],
      "sponsor account": [
        "POST /vote",
      ],
      "user account": [
        "PUT /terms",
        "GET /identities",
        "DELETE /identities/{id}",
        "GET /cookie",
        "GET /sessions",
        "POST /sessions/proof",
        "DELETE /sessions/{id}",
        "DELETE /sessions",
        "GET /second-factor",
        "POST /second-factor/totp",
        "PUT /second-factor/totp",
        "DELETE /second-factor/totp",
        "POST /second-factor/passkeys",
        "PUT /second-factor/passkeys",
        "DELETE /second-factor/passkeys/{id}",
        "POST /second-factor/recovery-codes",
        "PUT /update/{user_id}",
        "GET /account/export",
        "GET /recommendations/choice",
        "PUT /recommendations/choice",
        "POST /review",
        "GET /uses/history",
        "PUT /promocode",
      ],
      "user payments": [
        "POST /payment",
        "GET /payments",
        "GET /payments/{id}",
        "GET /payments/{id}/document",
        "GET /documents/act",
        "POST /invoices",
        "DELETE /invoices/{id}",
        "GET /company",
        "PUT /company",
      ],
      "user purchases:read": [
        "GET /purchases",
        "GET /exports",
      ],
      "user purchases:write": [
        "POST /purchase/{userId}",
        "PATCH /purchases/{transactionId}",
        "DELETE /rmpurchase/{userId}",
        "POST /purchases/{transactionId}/report",
      ],
      "user reveal": [
        "POST /getemail",
      ],
      "user search": [
        "POST /channels/{channelId}/alive",
        "GET /recommendations",
        "GET /recommendations/dismissed",
        "PUT /recommendations/dismissed/{channelId}",
        "DELETE /recommendations/dismissed/{channelId}",
      ],
      "user statistics": [
        "POST /video",
        "POST /analitics",
        "GET /uploads",
        "GET /statistics",
        "GET /statistics/{videoId}",
        "PUT /statistics/{videoId}",
        "DELETE /statistics/{videoId}",
      ],
    }
  `)
})
