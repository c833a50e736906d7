import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const read = (ALLOWED_ORIGINS: string, PUBLIC_URL = 'https://channelbook.example.co.uk') =>
  readConfig({ ALLOWED_ORIGINS, PUBLIC_URL }).allowedOrigins

describe('ALLOWED_ORIGINS', () => {
  it.each([
    ['', 'https://channelbook.example', []],
    ['https://app.example.co.uk', undefined, ['https://app.example.co.uk']],
    [
      'https://app.example.co.uk, https://example.co.uk:8443',
      undefined,
      ['https://app.example.co.uk', 'https://example.co.uk:8443'],
    ],
    ['http://127.0.0.1:4173', 'http://127.0.0.1:3000', ['http://127.0.0.1:4173']],
    ['http://localhost:4173', 'http://localhost:3000', ['http://localhost:4173']],
  ])('%j may be beside %s', (given, publicUrl, origins) => {
    expect(read(given, publicUrl)).toEqual(origins)
  })

  it.each([
    ['*', undefined, 'no wildcards'],
    ['https://*.example.co.uk', undefined, 'no wildcards'],
    ['null', undefined, 'must be an origin'],
    ['app.example.co.uk', undefined, 'must be an origin'],
    ['https://app.example.co.uk/', undefined, 'must be an origin'],
    ['https://app.example.co.uk/path', undefined, 'must be an origin'],
    ['https://user@app.example.co.uk', undefined, 'must be an origin'],
    ['https://app.example.co.uk:443', undefined, 'must be an origin'],
    ['HTTPS://APP.example.co.uk', undefined, 'must be an origin'],
    ['http://app.example.co.uk', undefined, 'https://'],
    ['ftp://app.example.co.uk', undefined, 'https://'],
    ['https://channelbook.example.co.uk', undefined, 'this site itself'],
    ['https://other.co.uk', undefined, 'same site'],
    // Somebody else's pages at a provider where ours are, too.
    ['https://stranger.github.io', 'https://channelbook.github.io', 'same site'],
    ['http://127.0.0.1:4173', undefined, 'same site'],
    ['http://127.0.0.1:4173', 'http://localhost:3000', 'same site'],
    ['http://127.0.0.2:4173', 'http://127.0.0.1:3000', 'same site'],
  ])('%j may not be beside %s', (given, publicUrl, reason) => {
    expect(() => read(given, publicUrl)).toThrow(/^ALLOWED_ORIGINS has ".+": it /)
    expect(() => read(given, publicUrl)).toThrow(reason)
  })
})
