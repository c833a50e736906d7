import { Gauge } from 'prom-client'
import type { App } from '#server/app.ts'

export function countConnections({ pool }: Pick<App, 'pool'>): Gauge {
  return new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool by state; waiting counts callers that wait for one',
    labelNames: ['state'],
    registers: [],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
}
