import { ageOf, gaugeOfDatabase } from '#server/database-metrics.ts'
import { countOpenPayments } from './settlement.sql.ts'

export const openPayments = gaugeOfDatabase({
  name: 'payments_open',
  help: 'Payments without an end: created ones wait for the provider, pending ones for the person',
  labelNames: ['state'],
  read: countOpenPayments,
  values: ({ created, pending }) => [
    [{ state: 'created' }, created],
    [{ state: 'pending' }, pending],
  ],
})

export const oldestCreated = gaugeOfDatabase({
  name: 'payments_created_oldest_seconds',
  help: 'How long the first payment waits for the provider to create it; 0 without one',
  read: countOpenPayments,
  values: ({ oldestCreated: since }, now) => [[{}, ageOf(since, now)]],
})

export const uncreditedPayments = gaugeOfDatabase({
  name: 'payments_uncredited',
  help: 'Payments for which the provider has the money while nothing is credited',
  read: countOpenPayments,
  values: ({ uncredited }) => [[{}, uncredited]],
})

export const oldestUncredited = gaugeOfDatabase({
  name: 'payments_uncredited_oldest_seconds',
  help: 'How long the first of them waits; 0 without one',
  read: countOpenPayments,
  values: ({ oldestUncredited: since }, now) => [[{}, ageOf(since, now)]],
})
