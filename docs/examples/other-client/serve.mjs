// Serves this page and its script: node docs/examples/other-client/serve.mjs http://127.0.0.1:3000 4173
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [api = 'http://127.0.0.1:3000', port = '4173'] = process.argv.slice(2)
const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8')
const files = new Map([
  ['/', ['text/html', read('page.html').replace('http://127.0.0.1:3000', api)]],
  ['/client.js', ['text/javascript', read('client.js')]],
])
const policy = `default-src 'none'; script-src 'self'; connect-src ${api}; img-src ${api} https: data:; base-uri 'none'; form-action 'none'`

createServer((request, response) => {
  const [type, text] = files.get(request.url ?? '') ?? []
  if (type === undefined) return response.writeHead(404).end()
  const headers = { 'content-type': `${type}; charset=utf-8`, 'content-security-policy': policy }
  response.writeHead(200, headers).end(text)
}).listen(Number(port), '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${port}\n`))
