// A client on another host of the same site: it logs in, searches, and buys a contact. ALLOWED_ORIGINS must name its origin.
const { content: api } = document.querySelector('meta[name="api"]')
const { content: key } = document.querySelector('meta[name="api-key"]')
const at = (id) => document.getElementById(id)

/** What `GET /cookie` and a login answer: who is logged in; null for nobody. */
let person = null

/** One call. The browser sends the session's cookie because of `credentials`, and lets us read the answer because of ALLOWED_ORIGINS. */
async function call(method, path, body) {
  const headers = { 'x-api-key': key }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (person !== null) headers['x-csrf-token'] = person.userInformation.csrfToken
  const response = await fetch(`${api}/api${path}`, {
    method,
    headers,
    credentials: 'include',
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer = await response.json()
  if (answer.success) return answer
  const wait = response.headers.get('retry-after')
  throw new Error(answer.error.message + (wait === null ? '' : ` (${wait} s)`))
}

function show() {
  const { username, uses } = person?.userInformation ?? {}
  at('person').textContent = person === null ? 'Nobody is logged in.' : `${username}, ${uses} uses`
  at('login').hidden = person !== null
  at('logout').hidden = person === null
}

/** Shows what went wrong. A browser that refuses the answer tells scripts no more than 'Failed to fetch'. */
async function attempt(work) {
  at('problem').textContent = ''
  try {
    await work()
  } catch (error) {
    at('problem').textContent = error.message
  }
  show()
}

function onSubmit(id, work) {
  at(id).addEventListener('submit', (event) => {
    event.preventDefault()
    void attempt(() => work(Object.fromEntries(new FormData(event.target))))
  })
}

onSubmit('login', async ({ email, password }) => {
  const { data, isCodeRequired, isSecondFactorRequired } = await call('POST', '/login', { email, password })
  // docs/api.md, 'More than a password', says how to go on.
  if (data === null)
    throw new Error(
      `More is needed: ${isCodeRequired ? 'code' : isSecondFactorRequired ? 'second factor' : ''}`,
    )
  person = data
})

at('logout').addEventListener('click', () => {
  void attempt(async () => {
    await call('POST', '/logout')
    person = null
  })
})

onSubmit('search', async ({ text }) => {
  const { data } = await call('POST', '/search', { mainInputValue: text, limit: 5 })
  at('found').replaceChildren(...data.map(card))
})

/** A channel with its picture, whose URL is complete, and a button that spends a use. */
function card({ channelId, channel_name: name, thumbnail }) {
  const item = document.createElement('li')
  const picture = document.createElement('img')
  Object.assign(picture, { src: thumbnail ?? 'data:,', alt: '', width: 48, height: 48 })
  const button = document.createElement('button')
  button.textContent = `Get data: ${name}`
  button.addEventListener('click', () => {
    void attempt(async () => {
      const { data } = await call('POST', '/getemail', { channelId })
      person.userInformation.uses = data.uses
      button.replaceWith(data.email)
    })
  })
  item.append(picture, ` ${name} `, button)
  return item
}

// Restores the session; 401 when there is none.
await attempt(async () => {
  const { data } = await call('GET', '/cookie').catch((error) => {
    if (error instanceof TypeError) throw error
    return { data: null }
  })
  person = data
})
