import { afterAll, beforeAll } from 'vitest'

/**
 * What all tests of a file or a block share. It is there when their own `beforeAll` begins, and is disposed after their
 * `afterAll`.
 */
export function shared<T extends AsyncDisposable>(make: () => Promise<T>): T {
  const made = {} as T
  beforeAll(async () => {
    Object.assign(made, await make())
  })
  afterAll(() => made[Symbol.asyncDispose]())
  return made
}
