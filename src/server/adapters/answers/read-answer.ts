/** An outside service answered with more than any of its documented answers has. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong'
}

/**
 * The text of an outside service's answer, unpacked; reading ends at the limit, whatever the service says of its length.
 * @param limit in bytes
 * @throws AnswerTooLong over the limit; what fetch throws when the answer breaks off or the time is over
 */
export async function readAnswer(response: Response, limit: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  // Leaving the loop cancels the rest, and with it the connection.
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > limit) throw new AnswerTooLong(`An answer has more than ${limit} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** The same as JSON; null when it is none. */
export async function readJsonAnswer(response: Response, limit: number): Promise<unknown> {
  const text = await readAnswer(response, limit)
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
