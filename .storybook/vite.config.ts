import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// biome-ignore lint/style/noDefaultExport: vite reads its configuration from the default export
export default defineConfig({ plugins: [react()], publicDir: false })
