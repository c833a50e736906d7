import { describe, expect, it } from 'vitest'
import { makePerson } from '#test/support/factories.ts'
import { createLedgerWorld, expectSoundLedger, usesOf } from '#test/support/ledger-world.ts'
import { grantUses } from '#server/features/uses/grant-uses.ts'
import { findPerson, setSponsor } from './accounts.sql.ts'
import { shared } from '#test/support/shared.ts'

const world = shared(createLedgerWorld)

describe('the operator', () => {
  it('finds a person by address, in any case, and by id', async () => {
    const { id, email } = await makePerson(world, { uses: 4, email: 'found@buyer.example', username: 'Пётр' })
    const expected = { id, email, username: 'Пётр', uses: 4, isSponsor: false, purchases: 0, sessions: 0 }
    expect(await findPerson(world.db, ' Found@Buyer.EXAMPLE ', world.clock.now())).toMatchObject(expected)
    expect(await findPerson(world.db, String(id), world.clock.now())).toMatchObject(expected)
    expect(await findPerson(world.db, 'nobody@buyer.example', world.clock.now())).toBeNull()
    expect(await findPerson(world.db, "'; drop table person", world.clock.now())).toBeNull()
  })

  const grant = (holderId: number, amount: number, key: string, reason = 'a double charge') =>
    grantUses(world, { kind: 'operator', name: 'Olga', reason }, { kind: 'person', holderId, amount, key })

  it('grants uses once per key, and refuses a reused key for another grant', async () => {
    const { id } = await makePerson(world)
    const refusal = { code: 'grant_key_used' }
    expect(await grant(id, 5, 'ticket 17')).toBe(true)
    expect(await grant(id, 5, 'ticket 17')).toBe(false)
    await expect(grant(id, 6, 'ticket 17')).rejects.toMatchObject(refusal)
    await expect(grant(id, 5, 'ticket 17', 'something else')).rejects.toMatchObject(refusal)
    expect(await grant(id, 5, '17')).toBe(true)
    expect(await usesOf(world, id)).toBe(10)
    expect(await grant(id, 1, 'ticket 🎫')).toBe(true)
    expect(await grant(id, 1, 'ticket 🎫')).toBe(false)
    await expect(grant(id, 1, 'ticket 🎫', 'something else')).rejects.toMatchObject(refusal)
    expect(await usesOf(world, id)).toBe(11)
    await expect(grant(999_999, 5, 'ticket 17')).rejects.toMatchObject({ code: 'no_such_person' })
    await expectSoundLedger(world)
  })

  it('grants once when the same key is used many times at once', async () => {
    const { id } = await makePerson(world)
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => grant(id, 1, 'race', 'a race')))
    expect(outcomes.filter((isChanged) => isChanged)).toHaveLength(1)
    expect(await usesOf(world, id)).toBe(1)
  })

  it('makes a person a sponsor, and undoes it', async () => {
    const { id } = await makePerson(world)
    expect(await setSponsor(world.db, id, true)).toBe(true)
    expect(await findPerson(world.db, String(id), world.clock.now())).toMatchObject({ isSponsor: true })
    expect(await setSponsor(world.db, id, false)).toBe(true)
    expect(await findPerson(world.db, String(id), world.clock.now())).toMatchObject({ isSponsor: false })
    expect(await setSponsor(world.db, 999_999, true)).toBe(false)
  })
})
