//! What is answered.

use iocp_sim::sim::{
    Choices, Failure, Quantifier, Run, Scenario, ScenarioError, Span, Stop, Tally, Told, Way,
    branch, choices, lesson, lesson_names, run_with,
};
use iocp_sim_views::limits::{OtherLimit, usual, with_limit};
use iocp_sim_views::page::data;
use serde::Serialize;
use serde_json::{Value, json};

use crate::requests::Request;

/// Answers a request. Whatever it is, the answer is JSON: what was asked for, or an object with
/// `error`: the place and the words of what is wrong with the scenario, or with the request.
///
/// # Examples
///
/// ```
/// let request = r#"{"play": {"cap": 1000, "text": "port P\nthread A\nA: gte P\n"}}"#;
/// let answer = iocp_sim_playground::answer(request);
/// assert!(answer.contains(r#""message":"there is no keyword `gte`""#), "{answer}");
/// ```
#[must_use]
pub fn answer(request: &str) -> String {
    let answered = match serde_json::from_str::<Request>(request) {
        Ok(request) => answer_to(request),
        Err(error) => Err(Fault::of_request(error.to_string())),
    };
    answered.unwrap_or_else(|error| json!({ "error": error })).to_string()
}

type Answer = Result<Value, Fault>;

fn answer_to(request: Request) -> Answer {
    match request {
        Request::Lessons => Ok(lessons()),
        Request::Play { text, cap, limit } => played(&text, cap, limit),
        Request::Choices { text, after, cap } => {
            let Choices { offered, all } = choices(&told(&text, cap)?.trace, after);
            let of = |choice| {
                let iocp_sim::sim::Choice { event, about } = choice;
                json!({ "event": event, "about": about })
            };
            let offered: Vec<Value> = offered.into_iter().map(of).collect();
            Ok(json!({ "choices": offered, "all": all }))
        }
        Request::Branch { text, after, steps, cap } => {
            let branch = branch(&told(&text, cap)?.trace, after, &steps);
            let trace = branch.map_err(|error| Fault::of_request(error.to_string()))?.trace;
            Ok(json!({ "text": trace.scenario(trace.steps.len()) }))
        }
        Request::Canonical { text } => Ok(json!({ "text": Scenario::canonical(&text)? })),
    }
}

fn lessons() -> Value {
    let all = lesson_names().filter_map(|name| {
        let text = lesson(name)?;
        let scenario = Scenario::parse(text).ok()?;
        let Scenario { title, question, .. } = scenario;
        Some(json!({ "name": name, "title": title, "question": question, "text": text }))
    });
    json!({ "lessons": all.collect::<Vec<_>>() })
}

fn told(text: &str, cap: usize) -> Result<Run, Fault> {
    let scenario = Scenario::from_bytes(text.as_bytes())?;
    Ok(run_with(&scenario, Way::Exhaustive { cap }, &mut |_| {}))
}

fn played(text: &str, cap: usize, limit: Option<u32>) -> Answer {
    let scenario = Scenario::from_bytes(text.as_bytes())?;
    let run = run_with(&scenario, Way::Exhaustive { cap }, &mut |_| {});
    let trace = &run.trace;
    let others: Vec<OtherLimit> = match limit {
        Some(limit) => with_limit(trace, None, limit).into_iter().collect(),
        None => usual(trace).into_iter().collect(),
    };
    Ok(json!({
        "page": data(trace, &others),
        "steps": trace.steps.len(),
        "lines": trace.steps.iter().map(|step| step.line).collect::<Vec<_>>(),
        "told": match run.told {
            Told::Only => "the only end",
            Told::Witness => "an end in which the first `sometimes` holds",
            Told::First => "the first end that was found",
            Told::Stopped => "the way to a step that can not happen",
        },
        "cut": trace.steps.len() < run.steps,
        "ends": run.ends,
        "states": run.states,
        "complete": run.complete,
        "failures": run.failures.iter().map(failure).collect::<Vec<_>>(),
        "tallies": run.tallies.iter().map(tally).collect::<Vec<_>>(),
        "stop": run.stop.as_ref().map(stop),
    }))
}

fn failure(failure: &Failure) -> Value {
    let Failure { span, after, found, of, counterexample } = failure;
    json!({
        "span": Place::from(*span), "after": after, "found": found, "of": of,
        "counterexample": counterexample,
    })
}

fn tally(tally: &Tally) -> Value {
    let Tally { span, quantifier, held, ends, witness } = tally;
    let quantifier = match quantifier {
        Quantifier::Always => "always",
        Quantifier::Sometimes => "sometimes",
        Quantifier::Never => "never",
    };
    json!({
        "span": Place::from(*span), "quantifier": quantifier, "held": held, "ends": ends,
        "witness": witness,
    })
}

fn stop(stop: &Stop) -> Value {
    let Stop { span, why, counterexample } = stop;
    let why = why.to_string();
    json!({ "span": Place::from(*span), "why": why, "counterexample": counterexample })
}

/// A stretch of one line, as [`Span`] has it.
#[derive(Serialize)]
struct Place {
    line: usize,
    column: usize,
    length: usize,
}

impl From<Span> for Place {
    fn from(Span { line, column, length }: Span) -> Self {
        Self { line, column, length }
    }
}

/// What is wrong with a scenario and where, or with a request.
#[derive(Serialize)]
struct Fault {
    #[serde(flatten)]
    place: Option<Place>,
    message: String,
    help: Option<String>,
}

impl Fault {
    fn of_request(message: String) -> Self {
        Self { place: None, message, help: None }
    }
}

impl From<ScenarioError> for Fault {
    fn from(error: ScenarioError) -> Self {
        let ScenarioError { span, message, help, .. } = error;
        Self { place: Some(span.into()), message, help }
    }
}
