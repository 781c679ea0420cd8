//! The five structures of one port as text: five columns, left to right as a packet goes.
//!
//! A picture shows where everything is, not what moved, and says nothing by colour. Names and
//! packets are taken to be of characters that are one column wide.

mod columns;
mod labels;
mod running;
#[cfg(test)]
mod tests;

use crate::trace::PortState;

/// How to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether to do with ASCII alone.
    pub ascii: bool,
    /// How many columns a line may have: at least 80; more than 120 are not used.
    pub width: usize,
}

/// Draws the five structures of one port, as lines indented by two columns.
///
/// The queue is a tube whose exit is on the right, the waiting threads are a cup whose open end is
/// on the right: in both, the rightmost leaves next. A released thread stands in a slot of the box,
/// or outside its wall and hatched when it is over the limit. `holds` gives the names of the
/// packets that a thread has in hand.
///
/// A long list ends in `+n`, a long name is cut in the middle.
#[must_use]
pub fn draw(state: &PortState, holds: &dyn Fn(&str) -> Vec<String>, style: Style) -> Vec<String> {
    let width = style.width.clamp(NARROWEST, WIDEST);
    let pen = if style.ascii { ASCII } else { UNICODE };
    let columns = columns::fit(state, holds, pen, width - INDENT);
    closing(state, pen).into_iter().chain(side_by_side(&columns)).collect()
}

/// One structure: its name, its drawing and what to read off it.
struct Column {
    head: &'static str,
    body: Vec<String>,
    caption: String,
    /// How many columns it takes, with the gap to its right.
    width: usize,
}

/// The characters of a picture.
#[derive(Clone, Copy)]
struct Pen {
    edge: char,
    /// The lower edge of a box that holds more slots than are drawn.
    open_edge: char,
    side: char,
    wall: char,
    box_corners: [char; 4],
    cup_corners: [char; 2],
    hatch: char,
    /// A place that nothing takes.
    free: char,
    exit: char,
    /// Stands for what was cut out.
    cut: char,
}

const UNICODE: Pen = Pen {
    edge: '─',
    open_edge: '╌',
    side: '│',
    wall: '┃',
    box_corners: ['┌', '┐', '└', '┘'],
    cup_corners: ['╭', '╰'],
    hatch: '▒',
    free: '·',
    exit: '▸',
    cut: '…',
};

const ASCII: Pen = Pen {
    edge: '-',
    open_edge: '.',
    side: '|',
    wall: '#',
    box_corners: ['+'; 4],
    cup_corners: ['+'; 2],
    hatch: '%',
    free: '.',
    exit: '>',
    cut: '~',
};

const NARROWEST: usize = 80;
const WIDEST: usize = 120;
const INDENT: usize = 2;

/// The least blank between two columns.
const GAP: usize = 2;

/// The line above the picture of a port that is closed.
fn closing(state: &PortState, pen: Pen) -> Option<String> {
    let end = match (state.closed, state.destroyed) {
        (false, false) => return None,
        (true, false) => "closed",
        (true, true) => "closed and destroyed",
        (false, true) => "destroyed",
    };
    let port = labels::name(&state.port, pen.cut);
    Some(format!("{:INDENT$}port {port} is {end}", ""))
}

fn side_by_side(columns: &[Column]) -> Vec<String> {
    let height = columns.iter().map(|column| column.body.len()).max().unwrap_or(0);
    let heads = row(columns, |column| column.head);
    let bodies = (0..height).map(|at| row(columns, |column| column.body.get(at).map_or("", |x| x)));
    let captions = row(columns, |column| &column.caption);
    [heads].into_iter().chain(bodies).chain([captions]).collect()
}

fn row<'c>(columns: &'c [Column], part: impl Fn(&'c Column) -> &'c str) -> String {
    let mut line = " ".repeat(INDENT);
    for column in columns {
        let width = column.width;
        line.push_str(&format!("{:width$.width$}", part(column)));
    }
    line.truncate(line.trim_end().len());
    line
}
