// A thread of its own: folding names takes as long as all the rest of reading a file.
import { parentPort } from 'node:worker_threads'
import { addSearchKeys, type StagedPiece } from './add-search-keys.ts'

parentPort?.on('message', (piece: StagedPiece) => {
  const lines = addSearchKeys(piece)
  parentPort?.postMessage(lines, [lines.buffer])
})
