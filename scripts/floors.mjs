// The layers of src/, from top to bottom, and the slices of each layer, from top to bottom. An import goes down only.
// docs/ARCHITECTURE.md explains the layers; scripts/check-boundaries.mjs fails on an import that goes up.
export const FLOORS = [
  ['app'],
  ['web'],
  ['desk', ['project-page', 'account', 'member-home', 'notices', 'privacy', 'inbox', 'order-page']],
  ['billing', ['settlements']],
  [
    'lab',
    ['contracts', 'reports', 'intake', 'visits', 'ordering', 'demands', 'orders', 'plans', 'bookings', 'samples'],
  ],
  ['money', ['credit', 'prestore', 'ledger']],
  ['shop', ['site', 'editing', 'articles', 'catalogue', 'media', 'search']],
  ['people', ['sign-in', 'addresses', 'customers']],
  ['ground', ['upkeep', 'agreements', 'curves', 'files', 'safety', 'staff', 'settings', 'regions']],
  ['ui'],
  ['platform'],
]

/** Every room with its height; the platform stands at 0. */
const ROOMS = FLOORS.toReversed().flatMap(([floor, slices]) =>
  slices ? slices.toReversed().map((slice) => `src/${floor}/${slice}`) : [`src/${floor}`],
)

/**
 * @param {string} file path from the root of the project
 * @returns {{ room: string, height: number } | undefined} undefined for a file outside every room
 */
export function placeOf(file) {
  const height = ROOMS.findIndex((room) => file.startsWith(`${room}/`))
  return height < 0 ? undefined : { room: ROOMS[height], height }
}

/** Folders of src/ that hold files and are not in the list. */
export function unknownRooms(files) {
  return [
    ...new Set(
      files
        .filter((file) => file.split('/').length > 2 && !placeOf(file))
        .map((file) => file.split('/').slice(0, 3).join('/')),
    ),
  ]
}
