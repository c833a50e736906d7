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

  it('grants uses once per key, and refuses a reused key for another grant', async () => {
    const { id: holderId } = await makePerson(world)
    const grant = { holderId, amount: 5, actor: 'Olga', reason: 'a double charge', key: 'ticket 17' }
    expect(await grantUses(world, grant)).toBe('given')
    expect(await grantUses(world, grant)).toBe('given before')
    expect(await grantUses(world, { ...grant, amount: 6 })).toBe('conflict')
    expect(await grantUses(world, { ...grant, reason: 'something else' })).toBe('conflict')
    expect(await grantUses(world, { ...grant, key: '17' })).toBe('given')
    expect(await usesOf(world, holderId)).toBe(10)
    const marked = { ...grant, amount: 1, key: 'ticket 🎫' }
    expect(await grantUses(world, marked)).toBe('given')
    expect(await grantUses(world, marked)).toBe('given before')
    expect(await grantUses(world, { ...marked, reason: 'something else' })).toBe('conflict')
    expect(await usesOf(world, holderId)).toBe(11)
    expect(await grantUses(world, { ...grant, holderId: 999_999 })).toBe('no such person')
    await expectSoundLedger(world)
  })

  it('grants once when the same key is used many times at once', async () => {
    const { id: holderId } = await makePerson(world)
    const grant = { holderId, amount: 1, actor: 'Olga', reason: 'a race', key: 'race' }
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => grantUses(world, grant)))
    expect(outcomes.filter((outcome) => outcome === 'given')).toHaveLength(1)
    expect(await usesOf(world, holderId)).toBe(1)
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
