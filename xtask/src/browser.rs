//! The pages and the playground in a browser without a window, as people see them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use anyhow::{Context, Result, ensure};
use iocp_sim::sim::{Scenario, lesson, lesson_names, run};

use crate::site::{self, Server};
use crate::{command, readers, root};

/// Names under which systems have the browser.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// How many bytes the module and the page of a lesson stay under: they are loaded over networks.
const MODULE_BOUND: u64 = 500_000;
const PAGE_BOUND: u64 = 300_000;

/// The browser tests, once all that they take is there.
pub(crate) struct Browser {
    program: PathBuf,
}

impl Browser {
    /// Finds the tools, and installs the packages that the tests name. What is missing is said in
    /// words that tell what to install.
    pub(crate) fn find() -> std::result::Result<Self, String> {
        site::buildable()?;
        if let Some(reason) = readers::install().map_err(|error| format!("{error:#}"))? {
            return Err(reason);
        }
        let program = BROWSERS.into_iter().find_map(found);
        let program = program.ok_or("chromium is not installed")?;
        Ok(Self { program })
    }

    /// Every lesson as a page, against its trace; then the playground as it is served.
    pub(crate) fn run(&self) -> Result<()> {
        // Not the folder of a site that is published: traces lie beside the pages here.
        let folder = crate::target_directory().join("browser");
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        site::make(&folder)?;
        keeps_bound(&folder.join("playground.wasm"), MODULE_BOUND)?;
        let lessons = folder.join("lessons");
        for name in lesson_names() {
            let text = lesson(name).context("a lesson has a text")?;
            let trace = run(&Scenario::parse(text)?).trace;
            let json = serde_json::to_string(&trace)?;
            fs::write(lessons.join(format!("{name}.trace.json")), json)?;
            keeps_bound(&lessons.join(format!("{name}.html")), PAGE_BOUND)?;
        }
        command::run(self.node("page.mjs").arg(&lessons))?;
        let server = Server::bind(0)?;
        let address = server.address();
        thread::spawn(move || server.serve(&folder));
        command::run(self.node("playground.mjs").arg(format!("http://{address}/")))
    }

    fn node(&self, script: &str) -> Command {
        let mut node = Command::new("node");
        node.current_dir(root().join("views").join("browser"))
            .arg(script)
            .env("BROWSER", &self.program);
        node
    }
}

fn keeps_bound(path: &Path, bound: u64) -> Result<()> {
    let length = fs::metadata(path)?.len();
    ensure!(length < bound, "{} has {length} bytes; it stays under {bound}", path.display());
    Ok(())
}

/// The program of this name, where programs are looked for.
fn found(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|program| program.is_file())
}
