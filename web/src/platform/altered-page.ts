/**
 * Keeps the page whole where others alter it: translators put elements of theirs around its texts, or in their place.
 * React knows its own nodes only: what it writes into a text that was replaced nobody sees, and to remove it, or to insert
 * something before it, would throw and empty the page. So a text of which something else stands in its place is put back
 * as soon as React wants something of it; the translator then finds it as it would anything new.
 */

/** The nodes that stand in place of texts, and the texts in whose place they stand. */
const standIns = new WeakMap<Node, Node>();
const texts = new WeakMap<Node, Node>();

const observer = new MutationObserver(noteReplaced);

/** Follows what becomes of the texts below; a shadow root is one of its own. */
export function followTexts(root: Node): void {
  observer.observe(root, { childList: true, subtree: true });
}

/** Lets React remove and insert where its nodes are not where it put them. */
export function guardNodes(): void {
  const { appendChild, insertBefore, removeChild } = Node.prototype;
  Object.assign(Node.prototype, {
    appendChild(this: Node, node: Node) {
      putBack(node);
      return appendChild.call(this, node);
    },
    insertBefore(this: Node, node: Node, before: Node | null) {
      putBack(node);
      putBack(before);
      let place = before;
      while (place && place.parentNode !== this) place = place.parentNode;
      return insertBefore.call(this, node, place);
    },
    removeChild(this: Node, node: Node) {
      putBack(node);
      // in an element of somebody else, or gone
      return this.contains(node) ? removeChild.call(node.parentNode, node) : node;
    },
  });
}

function noteReplaced(records: readonly MutationRecord[]): void {
  let added: Set<Node> | undefined;
  for (const { addedNodes, nextSibling, previousSibling, removedNodes, target } of records) {
    // written anew
    putBack(target);
    for (const removed of removedNodes) {
      const text = texts.get(removed) ?? removed;
      if (text.nodeType !== Node.TEXT_NODE || text.parentNode !== null) continue;
      added ??= new Set(records.flatMap((record) => [...record.addedNodes]));
      const now = previousSibling === null ? target.firstChild : previousSibling.nextSibling;
      for (const node of [addedNodes[0], previousSibling, nextSibling, now]) {
        if (!node || !added.has(node) || node.parentNode !== target) continue;
        standIns.set(text, node);
        texts.set(node, text);
        observer.observe(text, { characterData: true });
        break;
      }
    }
  }
}

function putBack(node: Node | null): void {
  const standIn = node && standIns.get(node);
  if (!node || !standIn) return;
  standIns.delete(node);
  if (node.parentNode === null) standIn.parentNode?.replaceChild(node, standIn);
}
