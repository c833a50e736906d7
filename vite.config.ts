import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { readConfig } from './src/server/config/config.ts'
import { commonPasswords } from './src/web/build/common-passwords.ts'
import { drawnCharts } from './src/web/build/drawn-charts.ts'

const SERVER = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`

/** Writes into the page what the server writes, for pages that come from Vite. */
const pageValues: Plugin = {
  name: 'page-values',
  apply: 'serve',
  transformIndexHtml(html) {
    const { apiKey, publicUrl } = readConfig(process.env)
    return html.replaceAll('%API_KEY%', apiKey).replaceAll('%PUBLIC_URL%', publicUrl)
  },
}

/** The web. `npm run dev` serves it from source and passes everything else on to the running server. */
export default defineConfig({
  publicDir: 'src/web/public',
  plugins: [react(), pageValues, drawnCharts, commonPasswords],
  build: {
    target: 'baseline-widely-available',
    // Inlined images would be refused by nothing, but they cannot be cached apart from the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { pluginTimings: false },
      // One file of what every page loads first: in 25 small ones it was 7 kB larger after gzip.
      output: {
        codeSplitting: {
          // The entry stays apart, because the manifest finds it by its name.
          groups: [{ name: 'initial', tags: ['$initial'], test: (id) => !/\.html$|\/main\.tsx$/.test(id) }],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/thumbnails'].map((prefix) => [prefix, SERVER])),
  },
})
