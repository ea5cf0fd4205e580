/**
 * Lets React go on with a page that the browser is translating (R118). A translator puts a <font> where a text was; React still holds the text,
 * so that removing it or inserting before it throws, and a new value is written where nobody sees it. Here the text is put back into its place
 * first, as React left it; the translator then translates it anew.
 */
export const survivesTranslation = (): void => {
  /** The <font> that stands for a text, and the texts that it stands for: neighbours may be translated as one sentence. */
  const fontOf = new WeakMap<Node, Element>()
  const textsOf = new WeakMap<Element, Node[]>()
  /** Removed by React itself. */
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
      // What somebody else has taken away needs no removing.
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
