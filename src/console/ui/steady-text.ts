let sizes: ResizeObserver | undefined;

/** As `ref` of an `svg`: its text keeps its size on the screen, whatever the size of the drawing. `--k` is one pixel in units of the drawing. */
export function steadyText(svg: SVGSVGElement | null): void {
  if (!svg) return;
  sizes ??= new ResizeObserver(entries => {
    for (const { target, contentRect } of entries) {
      const { width, height } = (target as SVGSVGElement).viewBox.baseVal;
      const scale = Math.min(contentRect.width / width, contentRect.height / height);
      if (scale > 0) (target as SVGSVGElement).style.setProperty('--k', `${1 / scale}`);
    }
  });
  sizes.observe(svg);
}
