import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src/app',
  // A release is built beside the one that is being served, and takes its place when it is whole (scripts/provision.mjs).
  buildDirectory: process.env.MINGXI_BUILD_FOLDER ?? 'build',
  ssr: true,
  // The manifest of all routes is small, and asking for routes one by one costs a request per hovered link.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
