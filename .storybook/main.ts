import type { StorybookConfig } from '@storybook/react-vite'
import { brandThemes } from './brand-themes.ts'

const config: StorybookConfig = {
  framework: {
    name: '@storybook/react-vite',
    options: { builder: { viteConfigPath: '.storybook/vite.config.ts' } },
  },
  stories: ['../stories/**/*.stories.tsx'],
  addons: ['@storybook/addon-a11y', '@storybook/addon-vitest'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: 'react-docgen' },
  viteFinal: (vite) => ({ ...vite, plugins: [...(vite.plugins ?? []), brandThemes()] }),
}

// biome-ignore lint/style/noDefaultExport: Storybook reads its configuration from the default export
export default config
