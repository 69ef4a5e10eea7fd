import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { compressAssets } from './build/compress-assets.ts'

const server = process.env['FIELDWATCH_SERVER'] ?? 'http://localhost:8080'

export default defineConfig({
  plugins: [react(), compressAssets()],
  server: { proxy: { '/api': server, '/.well-known': server } },
  build: { target: 'es2023', chunkSizeWarningLimit: 1500 },
  worker: { format: 'es' },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
    setupFiles: ['src/testing/set-up.ts'],
    css: false,
  },
})
