/** An outside service's answer is longer than any documented one. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong'
}

/**
 * Reads and decompresses the text of an outside service's answer, up to a limit, whatever length the service announces.
 * @param limit in bytes
 * @throws AnswerTooLong over the limit; what fetch throws when the answer breaks off or times out
 */
export async function readAnswer(response: Response, limit: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  // Leaving the loop cancels the rest and closes the connection.
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > limit) throw new AnswerTooLong(`An answer has more than ${limit} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** The same, parsed as JSON; null when it is not JSON. */
export async function readJsonAnswer(response: Response, limit: number): Promise<unknown> {
  const text = await readAnswer(response, limit)
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
