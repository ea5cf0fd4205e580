/**
 * Keeps React working while the browser translates the page (R118). A translator replaces texts by <font> elements;
 * React still holds the texts, so removing one or inserting before it throws, and new values stay invisible. This first
 * puts the text back as React left it; the translator then translates it again.
 */
export const survivesTranslation = (): void => {
  /** The <font> of a text, and the texts of a <font>: neighbours may be translated as one sentence. */
  const fontOf = new WeakMap<Node, Element>()
  const textsOf = new WeakMap<Element, Node[]>()
  /** Nodes that React itself has removed. */
  const gone = new WeakSet<Node>()

  const isFont = (node: Node | null | undefined): node is Element => node?.nodeName === 'FONT'
  const note = (records: MutationRecord[]): void => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      for (const node of addedNodes) gone.delete(node)
      for (const text of removedNodes) {
        const font = [addedNodes[0], previousSibling, nextSibling].find(isFont)
        if (text.nodeType !== Node.TEXT_NODE || gone.has(text) || !font) continue
        fontOf.set(text, font)
        textsOf.set(font, [...(textsOf.get(font) ?? []).filter((other) => other !== text), text])
      }
    }
  }
  const watch = new MutationObserver(note)
  watch.observe(document, { childList: true, subtree: true })

  const putBack = (text: Node): void => {
    note(watch.takeRecords())
    let around: Node = text
    while (isFont(around.parentNode)) around = around.parentNode
    const font = around === text ? fontOf.get(text) : around
    if (isFont(font) && font.parentNode) font.replaceWith(...(around === text ? (textsOf.get(font) ?? []) : [text]))
  }
  const isMoved = (node: Node, parent: Node): boolean => node.nodeType === Node.TEXT_NODE && node.parentNode !== parent

  const { removeChild, insertBefore, appendChild } = Node.prototype
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  Object.assign(Node.prototype, {
    removeChild(this: Node, child: Node) {
      if (isMoved(child, this)) putBack(child)
      gone.add(child)
      // The node is already gone from its parent.
      return child.parentNode === this ? removeChild.call(this, child) : child
    },
    insertBefore(this: Node, node: Node, before: Node | null) {
      if (isMoved(node, this)) putBack(node)
      if (before && isMoved(before, this)) putBack(before)
      return insertBefore.call(this, node, before?.parentNode === this ? before : null)
    },
    appendChild(this: Node, node: Node) {
      if (isMoved(node, this)) putBack(node)
      return appendChild.call(this, node)
    },
  })
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(this: Node, text: string) {
      if (!this.parentNode) putBack(this)
      value?.set?.call(this, text)
    },
  })
}
