/** The look of the console at the size of a television: its colours and symbols, without its style sheet. */
export const wallStyle = `
:root{--sheet:#f2f2ef;--sunk:#e6e7e3;--inset:#fff;--line:#c7cac5;--line-2:#767c7a;--ink:#15181a;--ink-2:#40474a;--ink-3:#596063;--flow:#00687a;--flow-0:#cfe1e3;--p1:#c5121f;--p2:#f08a12;--p3:#ffd21a;--p4:#7647b2;--t1:#fff;--t2:#15181a;color-scheme:light}
.dark{--sheet:#191c1e;--sunk:#262b2e;--inset:#0b0d0e;--line:#3a4146;--line-2:#747d81;--ink:#e6e8e6;--ink-2:#b7bdbe;--ink-3:#929a9d;--flow:#4fc3d1;--flow-0:#173a40;--p1:#ff5a54;--p2:#f93;--p3:#ffd93b;--p4:#bc9bfa;--t1:#1b0303;--t2:#1b0d00;color-scheme:dark}
*{box-sizing:border-box;margin:0;padding:0}
[hidden]{display:none!important}
html{height:100%;overflow:hidden;background:var(--sheet);color:var(--ink);font:clamp(10px,min(1.05vw,1.87vh),44px)/1.3 system-ui,"Segoe UI",Roboto,"Liberation Sans",Arial,sans-serif;font-variant-numeric:tabular-nums;cursor:none}
body{height:100%;padding:1.2rem 1.4rem}
h1{font-size:2rem;font-weight:600}h2,h3{font-size:1rem;font-weight:600;color:var(--ink-2)}
main{display:grid;height:100%;gap:1rem 2.2rem;grid:auto auto minmax(0,1fr) auto/minmax(0,1fr) 30rem}
main>header{grid-column:1/-1;display:flex;justify-content:space-between;gap:2rem}
header p{font-size:1.25rem;color:var(--ink-2)}header p b{color:var(--ink)}
.when{text-align:right;white-space:nowrap}.when b{display:block;font-size:2.6rem;line-height:1;font-weight:600}
#figures{grid-column:1/-1;display:grid;grid-template-columns:1.7fr repeat(5,1fr);border-block:1px solid var(--line)}
#figures>div{padding:.7rem 1rem;border-left:1px solid var(--line)}#figures>div:first-child{border:0;padding-left:0}#figures h2{font-weight:400}
.v{white-space:nowrap;color:var(--ink-3)}#figures .v b{font-size:2.4rem;line-height:1.15;font-weight:400;color:var(--ink)}#figures>div:first-child .v b{font-size:3.6rem}
.n{color:var(--ink-3);min-height:1.3em}
.bar{display:block;height:.4rem;margin:.25rem 0;background:var(--sunk);outline:1px solid var(--line)}.bar i{display:block;height:100%;background:var(--flow)}
#chart{display:flex;flex-direction:column;min-height:0}#chart header,#chart ul{display:flex;gap:1.6rem;justify-content:space-between;list-style:none;color:var(--ink-2)}
li.m::before,li.e::before{content:"";display:inline-block;width:2rem;margin-right:.5rem;vertical-align:.25em;border-top:3px solid var(--flow)}li.e::before{border-top:2px dashed var(--ink-3)}
#plot{position:relative;flex:1;min-height:0;margin:.8rem 1rem 1.8rem 4rem;background:var(--inset);border:1px solid var(--line)}
svg{position:absolute;inset:0;width:100%;height:100%;overflow:visible}path{fill:none;vector-effect:non-scaling-stroke}
#area{fill:var(--flow-0)}#m{stroke:var(--flow);stroke-width:3}#e{stroke:var(--ink-3);stroke-width:2;stroke-dasharray:7 5}
#x span{position:absolute;top:100%;transform:translate(-50%,.2rem);color:var(--ink-3)}#y span{position:absolute;right:100%;transform:translate(-.5rem,-50%);color:var(--ink-3)}
#now{position:absolute;top:0;bottom:0;border-left:2px solid var(--ink)}
#alarms{overflow:hidden}ol{list-style:none}
ol li{display:flex;align-items:center;gap:.9rem;padding:.5rem 0;border-bottom:1px solid var(--line)}ol div{flex:1;min-width:0}ol b,ol div span{display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}ol div span,time,#rest{color:var(--ink-3)}#rest{padding:.5rem 0}
.al{display:grid;place-items:center;flex:none;width:1.7rem;height:1.7rem;font-weight:700;font-size:.9rem;background:var(--p1);color:var(--t1)}
.al.p2{background:var(--p2);color:var(--t2);clip-path:polygon(50% 0,100% 100%,0 100%);padding-top:.45rem}.al.p3{background:var(--p3);color:var(--t2);clip-path:polygon(50% 0,100% 50%,50% 100%,0 50%)}.al.p4{background:var(--p4);border-radius:50%}
#tiles{grid-column:1/-1;display:grid;grid-template-columns:repeat(auto-fit,minmax(7.2rem,1fr));gap:.5rem}#tiles:has(.small){grid-template-columns:repeat(20,1fr);gap:.3rem}
.tile{position:relative;padding:.4rem .6rem;border:1px solid var(--line);overflow:hidden;white-space:nowrap}.small{padding:.1rem .3rem;font-size:.72rem}.tile .v b{font-size:1.3rem;font-weight:400;color:var(--ink)}.small .v b{font-size:.9rem}
.tile .al{position:absolute;top:.3rem;right:.3rem}.small .al{width:1.1rem;height:1.1rem;font-size:.6rem;top:.1rem;right:.1rem}
.tile.p1{border:2px solid var(--p1)}.tile.p2{border:2px solid var(--p2)}.tile.mute{background:repeating-linear-gradient(135deg,transparent 0 8px,var(--sunk) 8px 10px)}
.more{align-self:center}
#said{position:fixed;left:50%;bottom:1.5rem;transform:translateX(-50%);max-width:90vw;font-size:1.6rem;text-align:center}#said:empty{display:none}
.old #said{padding:.6rem 1.6rem;background:var(--p2);color:var(--t2)}.old main{opacity:.55}
.pubblica h1{font-size:2.6rem}.pubblica main{grid:auto minmax(0,1fr) auto/100%}.pubblica #figures{order:2;border-bottom:0;grid-template-columns:2fr 1fr 1fr 1fr}.pubblica #tiles{display:none}
.pubblica #figures h2{font-size:1.4rem}.pubblica #figures .v b{font-size:3.4rem}.pubblica #figures>div:first-child .v b{font-size:6rem}.pubblica .v{font-size:1.5rem}
@media (max-aspect-ratio:1/1){main{grid-template:auto auto minmax(0,1fr) auto auto/100%}#figures{grid-template-columns:repeat(3,1fr)}}
`;
