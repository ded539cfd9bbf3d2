import type { Seo } from '../../../core/settings/search-engines/seo-rules.ts'

interface Node {
  id: number
  name: string
  sketch?: string | undefined
  tags?: string[] | undefined
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

/** What a list shows of the tree: names and counts, and the rest only of its own place. The whole tree would be half of the data of the page. */
export function treeAround(tree: readonly TypeOfTree[], { type, category, child }: ListPlace): TypeOfTree[] {
  const own = new Set<Node | undefined>([type, category, child])
  const shown = <N extends Node>(node: N): Node => {
    const { id, name, count, sketch, tags, seo } = node
    return own.has(node) ? { id, name, count, sketch, tags, seo } : { id, name, count }
  }
  return tree.map((each) => ({
    ...shown(each),
    children: each.children.map((inner) => ({
      ...shown(inner),
      children: inner === category ? inner.children.map(shown) : [],
    })),
  }))
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
