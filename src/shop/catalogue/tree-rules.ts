import type { Seo } from '../../ground/settings/seo-rules.ts'

interface Node {
  id: number
  name: string
  sketch: string
  tags: string[]
  count: number
  seo?: Seo | undefined
}
export type CategoryNode = Node & { children: Node[] }
export type TypeOfTree = Node & { children: CategoryNode[] }

/** The place of a list in the tree: its type, and category and child as far as the filter names them. */
export interface ListPlace {
  type?: TypeOfTree
  category?: CategoryNode
  child?: Node
}

/** `childId` is more specific; both may be ids of any level. Unknown ids are ignored. */
export function placeInTree(
  tree: readonly TypeOfTree[],
  { typeId, childId }: { typeId?: number; childId?: number },
): ListPlace {
  return placeOf(tree, childId) ?? placeOf(tree, typeId) ?? {}
}

function placeOf(tree: readonly TypeOfTree[], id: number | undefined): ListPlace | undefined {
  if (id === undefined) return undefined
  for (const type of tree) {
    if (type.id === id) return { type }
    for (const category of type.children) {
      if (category.id === id) return { type, category }
      const child = category.children.find((each) => each.id === id)
      if (child) return { type, category, child }
    }
  }
  return undefined
}
