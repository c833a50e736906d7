import { call } from '#web/kit/api/call.ts'

const FILE_NAME = 'channelbook-account.json'

/** Has the browser keep everything that the product has of the person, as a file that people can read. @throws CallError */
export async function downloadOwnData(): Promise<void> {
  const data = await call('GET /account/export', { handles: ['too_many_requests'] })
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = FILE_NAME
  link.click()
  // The download has its own hold on the file by then.
  setTimeout(() => URL.revokeObjectURL(address))
}
