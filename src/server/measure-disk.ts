import { statfs } from 'node:fs/promises'
import { Gauge } from 'prom-client'
import type { Core } from './core.ts'

/** The disk of DATA_DIR, where the embedded database is. */
export const diskMetrics = [
  diskGauge('data_disk_available_bytes', 'What is left on the disk of DATA_DIR', 'bavail'),
  diskGauge('data_disk_size_bytes', 'The size of that disk', 'blocks'),
]

function diskGauge(name: string, help: string, blocks: 'bavail' | 'blocks') {
  return ({ config }: Core): Gauge =>
    new Gauge({
      name,
      help,
      registers: [],
      async collect() {
        this.remove()
        const disk = await statfs(config.dataDir).catch(() => null)
        if (disk !== null) this.set(disk[blocks] * disk.bsize)
      },
    })
}
