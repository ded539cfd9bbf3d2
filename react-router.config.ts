import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/app',
  buildDirectory: 'build',
  ssr: true,
  // The manifest of all routes is small, and asking for routes one by one costs a request per hovered link.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
