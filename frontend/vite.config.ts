// SPDX-License-Identifier: MIT

import { svelte } from '@sveltejs/vite-plugin-svelte'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vitest/config'
import { words } from './words.ts'

// The page is served from any path (a browser) and from wails:// (the window),
// so every address in it is relative.
export default defineConfig({
  base: './',
  plugins: [words(), tailwindcss(), svelte()],
  build: {
    target: ['chrome109', 'safari15'],
    // Fonts and pictures stay files: the server's policy allows no data: fonts.
    assetsInlineLimit: 0,
  },
  test: {
    include: ['src/**/*.test.ts'],
    setupFiles: ['src/words.setup.ts'],
  },
})
