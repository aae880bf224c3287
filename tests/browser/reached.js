// Where the focus is now, and whether anybody can see that it is there.
() => {
  const node = document.activeElement;
  if (!node || node === document.body) return null;
  const { outlineStyle, outlineWidth } = getComputedStyle(node);
  const box = node.getBoundingClientRect();
  const visible = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 && box.width > 0 && box.right > 0;
  const first = !node.reached;
  node.reached = true;
  return { name: window.toReach.get(node) ?? node.id, visible, first };
}
