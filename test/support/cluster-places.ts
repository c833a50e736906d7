import type { Places } from '../../deploy/ha/configure.ts'

/** The places of a machine of the cluster of which only some files are tried, all in one folder. */
export function placesIn(folder: string, webBinds = ''): Places {
  return {
    configFolder: folder,
    poolerFolder: folder,
    etcdFolder: folder,
    postgresFolder: folder,
    postgresPrograms: folder,
    pgpassFile: folder,
    socketFolder: folder,
    sharedBuffers: '64MB',
    watchdog: 'off',
    haproxyAccount: '',
    webBinds,
  }
}
