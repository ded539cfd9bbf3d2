// The layers of src/, from top to bottom, and the slices of each layer, from top to bottom. An import goes down only.
// docs/ARCHITECTURE.md explains the layers; scripts/checks/check-boundaries.mjs fails on an import that goes up.
export const LAYERS = [
  ['app'],
  ['web'],
  [
    'workspace',
    [
      'project-page',
      'account',
      'member-home',
      'notices',
      'privacy',
      'palette',
      'figures',
      'audit',
      'customer-page',
      'webhooks',
      'inbox',
      'order-page',
      'threads',
      'notes',
      'setup-guide',
    ],
  ],
  ['billing', ['rewards', 'statements', 'invoices', 'settlements']],
  [
    'lab',
    [
      'contracts',
      'paper-kit',
      'analyses',
      'library',
      'reports',
      'intake',
      'visits',
      'ordering',
      'demands',
      'pickups',
      'orders',
      'plans',
      'calendar-feeds',
      'bookings',
      'control-charts',
      'instruments',
      'samples',
    ],
  ],
  [
    'money',
    [
      'accounting',
      'books',
      'promotion',
      'points',
      'refunds',
      'withdrawals',
      'coupons',
      'payments',
      'credit',
      'prestore',
      'ledger',
      'fund-settings',
    ],
  ],
  [
    'shop',
    [
      'site',
      'project-editing',
      'editing',
      'form-editing',
      'method-guide',
      'reviews',
      'articles',
      'catalogue',
      'media',
      'redirects',
      'search',
    ],
  ],
  ['people', ['sign-in', 'invitations', 'groups', 'addresses', 'customers']],
  [
    'core',
    [
      'imports',
      'health',
      'faults',
      'backups',
      'upkeep',
      'releases',
      'agreements',
      'analysis',
      'curves',
      'list-page',
      'exports',
      'views',
      'lists',
      'files',
      'api-keys',
      'staff-notices',
      'safety',
      'staff',
      'second-factor',
      'sign-ins',
      'settings',
      'regions',
    ],
  ],
  ['ui'],
  ['platform'],
]

/** The folders of all layers and slices from bottom to top; the index of a folder is its level. */
const FOLDERS = LAYERS.toReversed().flatMap(([layer, slices]) =>
  slices ? slices.toReversed().map((slice) => `src/${layer}/${slice}`) : [`src/${layer}`],
)

/**
 * @param {string} file path from the root of the project
 * @returns {{ folder: string, level: number } | undefined} undefined for a file outside these folders
 */
export function placeOf(file) {
  const level = FOLDERS.findIndex((folder) => file.startsWith(`${folder}/`))
  return level < 0 ? undefined : { folder: FOLDERS[level], level }
}

/** Folders of src/ that contain files and are not listed above. */
export function unlistedFolders(files) {
  return [
    ...new Set(
      files
        .filter((file) => file.split('/').length > 2 && !placeOf(file))
        .map((file) => file.split('/').slice(0, 3).join('/')),
    ),
  ]
}

/**
 * A slice has folders of one level, each a noun (`lab/orders/quotes`). Only screens have folders inside: pages/ and console/ are large, and nobody
 * imports from them.
 */
export function deepFolders(files) {
  const deep = files
    .filter((file) => placeOf(file) && /^src\/[^/]+\/[^/]+\/(?!pages\/|console\/)[^/]+\/[^/]+\//.test(file))
    .filter((file) => LAYERS.some(([layer, slices]) => slices && file.startsWith(`src/${layer}/`)))
    .map((file) => file.slice(0, file.lastIndexOf('/')))
  return [...new Set(deep)]
}
