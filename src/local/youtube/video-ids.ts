/** A video of the stand-in: one of a channel's uploads, counted from the newest. */
export interface VideoPlace {
  /** Our number of the channel. */
  readonly channel: number
  /** 0 is the newest. */
  readonly index: number
}

// Eleven characters hold 64 bits: 36 of the channel, 12 of the index, and 16 that must be 0 after decoding.
const CHANNELS = 2 ** 36
export const MAX_VIDEOS = 2 ** 12
const CHECK_BITS = 16n
const MASK = (1n << 64n) - 1n
const FACTOR = 0x9e37_79b9_7f4a_7c15n
const INVERSE = 0xf1de_83e1_9937_733dn

/** An id like the platform's, 11 characters, that encodes the place. */
export function videoIdOf({ channel, index }: VideoPlace): string {
  const packed = (BigInt(channel) * BigInt(MAX_VIDEOS) + BigInt(index)) << CHECK_BITS
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE((swap(packed) * FACTOR) & MASK)
  return bytes.toString('base64url')
}

/** Decodes the place; null for ids that are not the stand-in's. */
export function placeOf(videoId: string): VideoPlace | null {
  const bytes = Buffer.from(videoId, 'base64url')
  if (bytes.length !== 8 || bytes.toString('base64url') !== videoId) return null
  const packed = swap((bytes.readBigUInt64BE() * INVERSE) & MASK)
  if ((packed & ((1n << CHECK_BITS) - 1n)) !== 0n) return null
  const place = Number(packed >> CHECK_BITS)
  const channel = Math.floor(place / MAX_VIDEOS)
  return channel > 0 && channel < CHANNELS ? { channel, index: place % MAX_VIDEOS } : null
}

/** Swaps the halves, so that neighbouring ids differ in every character. */
function swap(bits: bigint): bigint {
  return ((bits >> 32n) | (bits << 32n)) & MASK
}
